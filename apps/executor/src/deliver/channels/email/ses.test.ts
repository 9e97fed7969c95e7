import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '@knockwire/db/testing/processes/free-port'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAnsweringServer } from '../../../testing/peers/raw-target.ts'
import { emailTo, seedAccount } from '../../../testing/rows/seed.ts'
import { seedDelivery, untilDone } from '../../../testing/rows/seed-delivery.ts'
import { startTestDeliveries, useTestDatabase } from '../../../testing/test-executor.ts'

const mail = { kind: 'ses', region: 'eu-central-1', from: 'Knockwire <no-reply@knockwire.example>' } as const

type StartSes = (options: { host: string; port: number }) => Promise<Server>

/** A CommonJS module, whose default export is interpreted in one way by Node and in another by the test runner. */
const module: { default: unknown } = await import('aws-ses-v2-local')
const startSes = (
  typeof module.default === 'function' ? module.default : Reflect.get(Object(module.default), 'default')
) as StartSes

/** The SDK's own variables, as an operator sets them. */
const pointTo = (origin: string) => {
  process.env['AWS_ENDPOINT_URL_SESV2'] = origin
  process.env['AWS_ACCESS_KEY_ID'] = 'test'
  process.env['AWS_SECRET_ACCESS_KEY'] = 'test'
}

const startMailing = async (origin: () => string, providerTimeoutMs = 15_000) => {
  const { db, url, stopAfter } = await useTestDatabase()
  let workers: Awaited<ReturnType<typeof startTestDeliveries>> | undefined
  beforeAll(async () => {
    pointTo(origin())
    workers = await startTestDeliveries(url, { settings: { mail, providerTimeoutMs } })
    stopAfter(workers.stop)
  })
  return async (subject: string, template: string) => {
    if (!workers) throw new Error('The workers have not been started.')
    const { id: accountId, email } = await seedAccount(db)
    const setting = emailTo(email, { subject, template })
    const id = await seedDelivery(workers, { accountId, setting, taskName: 'Shop\r\nBcc: x@example.com <b>' })
    return { email, delivery: await untilDone(db, id) }
  }
}

interface StoredMail {
  subject: string
  destination: { to: string[]; cc: string[]; bcc: string[] }
  body: { text: string; html: string }
}

describe('a mail through Amazon SES', async () => {
  let server: Server
  let origin = ''
  beforeAll(async () => {
    server = await startSes({ host: '127.0.0.1', port: await freePort() })
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  const deliver = await startMailing(() => origin)

  it('arrives in both parts, with no header of anybody else’s', async () => {
    const { email, delivery } = await deliver('{{ task.name }}', 'Line 1\n{{ task.name }}')
    expect(delivery).toMatchObject({ status: 'DELIVERED', attempts: 1, providerMessageId: expect.any(String) })
    const store = (await (await fetch(`${origin}/store`)).json()) as { emails: StoredMail[] }
    const stored = store.emails.find(({ destination }) => destination.to.includes(email))
    expect(stored).toMatchObject({
      subject: 'Shop Bcc: x@example.com <b>',
      destination: { to: [email], cc: [], bcc: [] },
      body: { text: expect.stringMatching(/^Line 1\n/), html: expect.stringContaining('x@example.com &lt;b&gt;') },
    })
  })
})

describe('Amazon SES', async () => {
  const server = await startAnsweringServer()
  afterAll(server.close)
  const deliver = await startMailing(() => server.origin)
  const deliverImpatiently = await startMailing(() => server.origin, 300)
  const error = (type: string, message: string) => ({
    headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
    body: JSON.stringify({ message }),
  })

  it.each<[string, Parameters<typeof server.answer>[0], attempts: number, said: string]>([
    [
      'a refusal',
      { status: 400, ...error('MessageRejected', 'Email address is not verified.') },
      1,
      'The mail server did not take it: Email address is not verified.',
    ],
    [
      'wrong credentials',
      { status: 403, ...error('InvalidClientTokenId', 'The security token is invalid.') },
      1,
      'The mail server did not take it: The security token is invalid.',
    ],
    [
      'too much at once',
      { status: 429, ...error('TooManyRequestsException', 'Maximum sending rate exceeded.') },
      5,
      'The mail server did not take it: Maximum sending rate exceeded.',
    ],
    [
      'throttling',
      { status: 400, ...error('ThrottlingException', 'Rate exceeded') },
      5,
      'The mail server did not take it: Rate exceeded',
    ],
    ['500', { status: 500, ...error('InternalFailure', 'Oops') }, 5, 'The mail server did not take it: Oops'],
  ])('that answers with %s', async (_what, answer, attempts, said) => {
    server.answer(answer)
    const { delivery } = await deliver('S', 'T')
    expect(delivery).toMatchObject({ status: 'FAILED', attempts, error: said })
  })

  it('that says nothing is called five times', async () => {
    server.answer('silence')
    expect((await deliverImpatiently('S', 'T')).delivery).toMatchObject({
      status: 'FAILED',
      attempts: 5,
      error: 'The mail server did not answer in time (ETIMEDOUT).',
    })
  })

  it('that answers with garbage is called five times', async () => {
    server.answer({ status: 502, body: '<html>garbage' })
    expect((await deliver('S', 'T')).delivery).toMatchObject({ status: 'FAILED', attempts: 5 })
  })
})
