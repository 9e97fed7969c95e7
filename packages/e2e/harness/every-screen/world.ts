import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import type { Api, Person } from '../api.ts'
import type { Product } from '../product.ts'
import type { NotifyApi } from '../notify-api.ts'
import { answers, type TargetServer } from '../target-server.ts'
import { prepareReceivers, type ReceiverWorld } from './receivers.ts'

/** What the screens are of, and what changes it. */
export interface World {
  api: Api
  notify: NotifyApi
  person: Person
  active: string
  disabled: string
  /** A task with a text message and an HTTP notification. */
  notifying: string
  /** A task's newest run, its failed one and one with an HTML answer. */
  runIds: { newest: string; failed: string; html: string }
  /** A task that waits for the completion of an execution. */
  waiting: { taskId: string; runId: string }
  receivers: ReceiverWorld
  /** Answers every call. */
  targetUrl: string
}

interface Parts {
  api: Api
  notify: NotifyApi
  person: Person
  targets: TargetServer
  product: Product
}

const menu = {
  tea: 'https://tea.example/price',
  teapot: { kind: 'Oolong', price: 7.25, stock: [{ shop: 'north', count: 12 }] },
  page: '<!doctype html><html><head><title>Tea</title></head><body><main><h1>Menu</h1></main></body></html>',
}

/** Its target has accepted the work, and says nothing more. */
const prepareWaiting = async ({ api, targets }: Parts) => {
  const { url } = targets.target(answers.plain('accepted', 202))
  const { id: taskId } = await api.createTask({ name: 'Nightly import', url, completion: { withinSeconds: 21_600 } })
  return { taskId, runId: await api.runUntilWaiting(taskId) }
}

const prepareNotifying = async ({ api, notify }: Parts): Promise<string> => {
  const { id } = await api.createTask({ name: 'Kettle', url: 'https://tea.example/kettle' })
  const smsSetting = { countryCode: '+1', phoneNumber: '6045550199', template: 'Cold.' } as const
  await notify.add({ type: 'SMS', taskId: id, smsSetting })
  const uri = `https://hooks.tea.example/${'kettle-'.repeat(12)}`
  await notify.add({ type: 'HTTP', taskId: id, request: { target: { ...defaultRequestTarget, uri, method: 'POST' } } })
  return id
}

/** An account that has something on each screen. */
export const prepareWorld = async (parts: Parts): Promise<World> => {
  const { api, notify, person, targets } = parts
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
  return {
    api,
    notify,
    person,
    active: active.id,
    disabled: disabled.id,
    notifying: await prepareNotifying(parts),
    runIds: { newest, failed, html },
    waiting: await prepareWaiting(parts),
    receivers: await prepareReceivers(api, parts.product),
    targetUrl: target.url,
  }
}
