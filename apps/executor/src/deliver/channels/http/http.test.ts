import { createHmac } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { webhookSecretOf } from '@knockwire/services/secrets/webhook-secret'
import { deliveries } from '@knockwire/db/schema/notifications'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { ExactNumber } from '@knockwire/domain/conditions/comparing/exact-number'
import { exampleValues, type TaskTemplateValues, taskVariables } from '@knockwire/domain/templates/variables'
import { sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import { defaultTaskTemplates } from '@knockwire/domain/channels/templates'
import { beforeAll, describe, expect, it } from 'vitest'
import { callTo, seedAccount } from '../../../testing/rows/seed.ts'
import { seedDelivery, seedRequestDelivery, untilDone } from '../../../testing/rows/seed-delivery.ts'
import { type ReceivedCall, startTarget, type Target } from '../../../testing/peers/target.ts'
import { startTestDeliveries, testSecrets, useTestDatabase } from '../../../testing/test-executor.ts'
const { db, url, stopAfter } = await useTestDatabase()
let target: Target
let workers: Awaited<ReturnType<typeof startTestDeliveries>>
let accountId: string

beforeAll(async () => {
  target = await startTarget()
  stopAfter(target.close)
  accountId = (await seedAccount(db)).id
  workers = await startTestDeliveries(url)
  stopAfter(() => workers.stop())
})

const deliver = async (path: string, request: Parameters<typeof callTo>[1] = {}, seed: object = {}) => {
  const setting = callTo(`${target.origin}${path}`, request)
  const id = await seedDelivery(workers, { accountId, setting, ...seed })
  return { id, delivery: await untilDone(db, id), calls: target.callsOf(path) }
}

/** As a receiver that follows the Standard Webhooks checks it. */
const expectSigned = async ({ headers, body }: ReceivedCall, id: string) => {
  const secret = await webhookSecretOf(db, testSecrets, accountId)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const timestamp = String(headers['webhook-timestamp'])
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  expect(headers['webhook-id']).toBe(id)
  expect(headers['webhook-signature']).toBe(`v1,${signature}`)
}

describe('an HTTP notification', () => {
  it('writes an id of any length as the number that it is, in the event, in the default body and in a template', async () => {
    const value = new ExactNumber('9007199254740993')
    const [event] = (await deliver('/exact-event', {}, { value })).calls
    expect(event?.body).toContain('"value":9007199254740993,')
    const [usual] = (await deliver('/exact-default', { body: defaultTaskTemplates.requestBody }, { value })).calls
    expect(usual?.body).toContain('"value": 9007199254740993,')
    const body = '{"v":{{ condition.value | json }},"all":{{ response.body | json: "$" | json }}}'
    const answer = '{"n":8202522731445525542,"one":1.0}'
    const [own] = (await deliver('/exact-own', { body }, { value: { ids: [value] }, body: answer })).calls
    expect(own?.body).toBe(`{"v":{"ids":[9007199254740993]},"all":${answer}}`)
  })

  it('sends the event itself where no body is written, signed in the Standard Webhooks form', async () => {
    const { id, delivery, calls } = await deliver('/event')
    expect(delivery).toMatchObject({ status: 'DELIVERED', attempts: 1, error: null, deliveredAt: expect.any(Date) })
    const [call] = calls
    if (!call) throw new Error('It did not arrive.')
    await expectSigned(call, id)
    expect(call.headers['content-type']).toBe('application/json')
    expect(JSON.parse(call.body)).toEqual({
      type: 'condition.holds',
      timestamp: delivery.createdAt.toISOString(),
      data: {
        task: { name: 'Shop front', url: 'https://shop.example/health' },
        condition: { description: 'Status code equals 500', value: 500, previousValue: null, holds: true },
        alert: { state: 'Down', summary: '500', since: null, count: null },
        execution: {
          url: expect.stringContaining(`/executions/${delivery.subjectId}`),
          shortUrl: expect.stringMatching(/\/e\/\w+$/),
          scheduledFor: expect.any(String),
          status: 'SUCCEEDED',
          error: null,
        },
        response: { code: 500, time: 123 },
      },
    })
  })

  it('announces a recovery as such, in words without a double negative', async () => {
    const { calls } = await deliver('/recovered', {}, { occasion: 'RECOVERED' })
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({
      type: 'condition.recovered',
      data: {
        condition: { description: 'Recovered: Status code is no longer 500', holds: false },
        alert: { state: 'Recovered', summary: 'Status code is no longer 500' },
      },
    })
  })

  it('is sent once and marked where it is a test, and keeps what the target answered', async () => {
    target.on('/tried', ({ response }) => response.writeHead(500, { 'content-type': 'text/plain' }).end('no such hook'))
    const row = { id: uuidv7(), notificationId: uuidv7(), subjectId: uuidv7(), accountId, createdAt: new Date() }
    const draft = {
      setting: callTo(`${target.origin}/tried`, { method: 'POST' }),
      values: exampleValues(taskVariables) as unknown as TaskTemplateValues,
    }
    await db.transaction(async (tx) => {
      const rest = { occasion: 'TEST', type: 'HTTP', recipient: 'hook', status: 'PENDING' } as const
      await tx.insert(deliveries).values({ ...row, ...rest, draft })
      await sendDeliveries(workers.context.queue, tx, [{ id: row.id, type: 'HTTP', accountId }])
    })
    workers.wake()
    expect(await untilDone(db, row.id)).toMatchObject({
      status: 'FAILED',
      attempts: 1,
      draft: null,
      response: { statusCode: 500, body: 'no such hook' },
    })
    const [call] = target.callsOf('/tried')
    expect(call?.headers['knockwire-test']).toBe('true')
    expect(JSON.parse(call?.body ?? '')).toMatchObject({ type: 'notification.test' })
  })

  it('marks a test run as such', async () => {
    const { calls } = await deliver('/test', {}, { trigger: 'TEST' })
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({
      data: {
        condition: { description: 'Test run: Status code equals 500', holds: true },
        alert: { state: 'Test', summary: '500' },
      },
    })
  })

  it('sends what the template makes, with the headers and password of its owner', async () => {
    const { id, calls } = await deliver('/template', {
      method: 'PUT',
      headers: [
        ['X-Env', 'live'],
        ['Authorization', testSecrets.encrypt('Bearer secret')],
        ['Webhook-Id', 'theirs'],
      ],
      body: '{"status": {{ response.body | json: "$.status" | json }}}',
    })
    const [call] = calls
    expect(call).toMatchObject({ method: 'PUT', body: '{"status": "down"}' })
    expect(call?.headers).toMatchObject({ 'x-env': 'live', authorization: 'Bearer secret', 'webhook-id': id })
    if (call) await expectSigned(call, id)
  })

  it('fills in headers by their lower-case names, those of one name joined, secret ones too', async () => {
    const body = '{{ response.headers["content-type"] }} {{ response.headers["set-cookie"] }}'
    const { calls } = await deliver('/headers', { body })
    expect(calls[0]?.body).toBe('application/json session=1, theme=dark')
  })

  it.each<[string, string | null]>([
    ['the event itself', null],
    ['the default template', defaultTaskTemplates.requestBody],
  ])('is JSON whatever its values are: %s', async (_what, body) => {
    const hostile = 'a"\r\nX-Evil: 1\r\n\r\n{{ x }}</script>\u{2028}\\'
    const { calls } = await deliver('/hostile', { body }, { taskName: hostile, value: hostile })
    const call = calls.at(-1)
    const seed = JSON.parse(call?.body ?? '')
    expect(body === null ? seed.data.task.name : seed.task).toBe(hostile)
    expect(body === null ? seed.data.condition.value : seed.value).toBe(hostile)
    expect(call?.headers).not.toHaveProperty('x-evil')
  })

  it('has a body for POST, PUT and PATCH alone', async () => {
    const { id, calls } = await deliver('/get', { method: 'GET', body: 'left over' })
    const [call] = calls
    expect(call).toMatchObject({ method: 'GET', body: '' })
    if (call) await expectSigned(call, id)
  })

  it('describes a received request too', async () => {
    const setting = callTo(`${target.origin}/request`, {
      body: '{{ receiver.name }} {{ request.body }} {{ request.headers.authorization }} {{ receiver.url }}',
    })
    const id = await seedRequestDelivery(workers, { accountId, setting })
    await untilDone(db, id)
    const [call] = target.callsOf('/request')
    expect(call?.body).toMatch(
      /^Deployments \{"ref":"main"\} Bearer 1 https:\/\/in\.knockwire\.example\/r\/[0-9a-f]{32}$/,
    )
  })
})

describe('a notification of a request with an encoded body', () => {
  const body = '{{ request.body | json: "$.ref" }} {{ request.body }}'
  const notify = async (path: string, received: { headers: [string, string][]; body: Buffer }) => {
    const setting = callTo(`${target.origin}${path}`, { body })
    await untilDone(db, await seedRequestDelivery(workers, { accountId, setting, received }))
    return target.callsOf(path)[0]?.body
  }

  it('has the text that the viewer shows', async () => {
    const received = { headers: [['Content-Encoding', 'gzip']] as [string, string][], body: gzipSync('{"ref":"mäin"}') }
    expect(await notify('/gzip', received)).toBe('mäin {"ref":"mäin"}')
  })

  it('says why there is none', async () => {
    const received = { headers: [['Content-Encoding', 'br']] as [string, string][], body: Buffer.from('none') }
    expect(await notify('/no-br', received)).toBe(
      ' (The body says that it is encoded as br, but it cannot be decoded.)',
    )
  })
})

it('an HTTP notification is written in the charset of its type, and signed so; it fails where that lacks a character', async () => {
  const headers: [string, string][] = [['Content-Type', 'text/plain; charset=iso-8859-1']]
  const good = await deliver('/latin', { body: 'café {{ response.code }}', headers })
  expect([good.delivery.status, good.calls[0]?.headers['content-length']]).toEqual(['DELIVERED', '8'])
  const bad = await deliver('/latin', { body: '{{ task.name }}', headers }, { taskName: '3 €' })
  expect(bad.delivery).toMatchObject({ status: 'FAILED', error: expect.stringContaining('has no “€”') })
})

describe('a target that', () => {
  it.each([400, 401, 404, 410, 302])('answers %s is not called again', async (status) => {
    const path = `/status-${status}`
    target.on(path, ({ response }) => response.writeHead(status).end())
    const { delivery, calls } = await deliver(path, { followRedirect: false })
    expect(delivery).toMatchObject({ status: 'FAILED', attempts: 1, error: `The target responded with ${status}.` })
    expect(calls).toHaveLength(1)
  })

  it.each([500, 502, 503, 429, 408])('answers %s five times has failed, each time with the same id', async (status) => {
    const path = `/status-${status}`
    target.on(path, ({ response }) => response.writeHead(status).end('no'))
    const { id, delivery, calls } = await deliver(path)
    expect(delivery).toMatchObject({ status: 'FAILED', attempts: 5, error: `The target responded with ${status}.` })
    expect(calls.map(({ headers }) => headers['webhook-id'])).toEqual(Array.from({ length: 5 }, () => id))
  })

  it('answers at last has got the notification', async () => {
    const statuses = [503, 429, 200]
    target.on('/at-last', ({ response }) => response.writeHead(statuses.shift() ?? 200).end())
    const { delivery, calls } = await deliver('/at-last')
    expect(delivery).toMatchObject({ status: 'DELIVERED', attempts: 3, error: null })
    expect(calls).toHaveLength(3)
  })

  it('answers garbage, or is not there, is tried five times', async () => {
    const garbage = createServer(
      (socket) =>
        void socket
          .on('error', () => {})
          .resume()
          .end('garbage\r\n\r\n'),
    )
    await new Promise<void>((resolve) => {
      garbage.listen(0, '127.0.0.1', resolve)
    })
    const origin = `http://127.0.0.1:${(garbage.address() as AddressInfo).port}`
    const first = await seedDelivery(workers, { accountId, setting: callTo(`${origin}/`) })
    expect(await untilDone(db, first)).toMatchObject({ status: 'FAILED', attempts: 5 })
    await new Promise((resolve) => {
      garbage.close(resolve)
    })
    const second = await seedDelivery(workers, { accountId, setting: callTo(`${origin}/`) })
    expect(await untilDone(db, second)).toMatchObject({
      status: 'FAILED',
      attempts: 5,
      error: expect.stringContaining('refused the connection'),
    })
  })

  it('may not be called is not tried again', async () => {
    const id = await seedDelivery(workers, { accountId, setting: callTo('http://10.0.0.1/') })
    expect(await untilDone(db, id)).toMatchObject({
      status: 'FAILED',
      attempts: 1,
      error: expect.stringContaining('blocked'),
    })
  })
})

it('every account has its own secret', async () => {
  const other = await seedAccount(db)
  const secrets = await Promise.all([accountId, other.id, other.id].map((id) => webhookSecretOf(db, testSecrets, id)))
  expect(new Set(secrets).size).toBe(2)
  expect(workers.errors).toEqual([])
})

describe('a target that says nothing', async () => {
  const own = await useTestDatabase()

  it('is given up after five tries', async () => {
    const impatient = await startTestDeliveries(own.url, { outbound: { timeoutMs: 300 } })
    target.on('/silence', () => {})
    const { id } = await seedAccount(own.db)
    const silent = await seedDelivery(impatient, { accountId: id, setting: callTo(`${target.origin}/silence`) })
    expect(await untilDone(own.db, silent)).toMatchObject({
      status: 'FAILED',
      attempts: 5,
      error: expect.stringContaining('did not send a complete response'),
    })
    expect(target.callsOf('/silence')).toHaveLength(5)
    await impatient.stop()
  })
})
