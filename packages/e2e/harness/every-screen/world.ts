import type { Api } from '../api.ts'
import { answers, type TargetServer } from '../target-server.ts'
import { prepareReceivers, type ReceiverWorld } from './receivers.ts'

/** What the screens are of. */
export interface World {
  active: string
  disabled: string
  /** A task's newest run, its failed one and one with an HTML answer. */
  runIds: { newest: string; failed: string; html: string }
  receivers: ReceiverWorld
  /** Answers every call. */
  targetUrl: string
}

const menu = {
  tea: 'https://tea.example/price',
  teapot: { kind: 'Oolong', price: 7.25, stock: [{ shop: 'north', count: 12 }] },
  page: '<!doctype html><html><head><title>Tea</title></head><body><main><h1>Menu</h1></main></body></html>',
}

/** An account that has something on each screen. */
export const prepareWorld = async (api: Api, targets: TargetServer): Promise<World> => {
  const target = targets.target()
  const active = await api.createTask({ name: 'Price of tea', url: target.url, scheduler: { mode: 'INTERVAL' } })
  const make = async (...reactions: Parameters<typeof target.reacts>) => {
    target.reacts(...reactions)
    return (await api.run(active.id)).id
  }
  const failed = await make('reset')
  const html = await make(answers.html(menu.page))
  await make(answers.plain('gone', 410))
  const newest = await make(answers.json(menu.teapot))
  await api.addBookmark(active.id, { name: 'Price', source: 'response_body_json', property: 'price' })
  const disabled = await api.createTask({ url: `${menu.tea}?cup=${'large-'.repeat(20)}`, request: { method: 'POST' } })
  await api.deactivate(disabled.id)
  const runIds = { newest, failed, html }
  return {
    active: active.id,
    disabled: disabled.id,
    runIds,
    receivers: await prepareReceivers(api),
    targetUrl: target.url,
  }
}
