import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeReceiver } from '../../../testing/calls/receiver-calls.ts'
import { post } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

const save = async (id: string, changes: object) => {
  const answer = await post(ada, `/receivers/${id}`, { name: 'Backup & <co>', ...changes })
  return { status: answer.statusCode, view: answer.json<ReceiverView & { errors?: Record<string, string> }>() }
}

describe('a badge', () => {
  it('shows the state to anyone who knows its address, as a picture and as JSON, and nothing else', async () => {
    const { id } = await makeReceiver(ada)
    const { view } = await save(id, { expectation: defaultExpectation })
    const path = new URL(view.heartbeat?.badgeUrl ?? '').pathname
    const json = await test.inject({ url: path })
    expect(json.json()).toEqual({ name: 'Backup & <co>', state: 'PAUSED', since: view.heartbeat?.since })
    const svg = await test.inject({ url: `${path}/svg` })
    expect([svg.statusCode, svg.headers['content-type'], svg.headers['cache-control']]).toEqual([
      200,
      'image/svg+xml',
      'no-cache, max-age=0',
    ])
    expect(svg.body).toContain('aria-label="Backup &amp; &lt;co&gt;: paused"')
    expect(svg.body).not.toContain('<co>')
  })

  it('of none that is there is not found', async () => {
    const url = '/api/v1/badges/5f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0'
    expect((await test.inject({ url })).statusCode).toBe(404)
    expect((await test.inject({ url: `${url}/svg` })).statusCode).toBe(404)
  })
})

describe('addresses of other services', () => {
  const uuid = '5f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f1'

  it('are kept in one form, left as they are by a save without them, and replaced by one with others', async () => {
    const { id } = await makeReceiver(ada)
    const { view } = await save(id, {
      otherAddresses: [`https://hc-ping.com/${uuid.toUpperCase()}/start`, `/${uuid}`, '/api/push/k3aZQ9xVb1?status=up'],
    })
    expect(view).toMatchObject({ version: 2, otherAddresses: [`/ping/${uuid}`, '/api/push/k3aZQ9xVb1'] })
    expect((await save(id, {})).view).toMatchObject({ version: 2, otherAddresses: view.otherAddresses })
    const one = await save(id, { otherAddresses: [`/ping/${uuid}`] })
    expect(one.view).toMatchObject({ version: 3, otherAddresses: [`/ping/${uuid}`] })
  })

  it('reach one receiver each, and are those of services that are known', async () => {
    const { id } = await makeReceiver(ada)
    const taken = await save(id, { otherAddresses: [`/ping/${uuid}`] })
    expect([taken.status, taken.view.errors]).toEqual([
      422,
      { otherAddresses: `Another receiver has the address /ping/${uuid}.` },
    ])
    const unknown = await save(id, { otherAddresses: ['https://example.com/x'] })
    expect([unknown.status, Object.keys(unknown.view.errors ?? {})]).toEqual([422, ['otherAddresses']])
  })
})
