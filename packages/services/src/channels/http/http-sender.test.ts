import { createHmac } from 'node:crypto'
import type { StoredRequest } from '@knockwire/db/stored-json'
import type { OutboundClient } from '@knockwire/outbound/create-client'
import type { OutboundFailureCode, OutboundOutcome, OutboundResponse } from '@knockwire/outbound/outcome'
import type { OutboundRequest } from '@knockwire/outbound/request'
import { describe, expect, it } from 'vitest'
import type { Message, SenderDependencies, SettingOf } from '../channel.ts'
import { dependenciesOf, messageOf, testSecrets, unfilled } from '../testing/message.ts'
import { openHttpSender } from './http-sender.ts'
import { eventOf } from './webhook-event.ts'

const request: StoredRequest = {
  uri: 'https://hook.example/',
  method: 'POST',
  headers: [],
  body: null,
  basicAuth: { status: 'DISABLED', username: '', password: null },
  followRedirect: true,
  allowInsecureCerts: false,
}

const messageWith = (changes: Partial<StoredRequest> = {}, more: Partial<Message<SettingOf<'HTTP'>>> = {}) =>
  messageOf<SettingOf<'HTTP'>>({ type: 'HTTP', request: { ...request, ...changes } }, more)

const responseOf = (changes: Partial<OutboundResponse> = {}): OutboundResponse => ({
  kind: 'response',
  statusCode: 200,
  headers: [],
  body: Buffer.from(''),
  isTruncated: false,
  responseTimeMs: 1,
  finalUri: request.uri,
  redirects: 0,
  timing: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: 1, totalMs: 1 },
  ...changes,
})

const sendWith = async (
  outcome: OutboundOutcome,
  message = messageWith(),
  needed: Partial<SenderDependencies> = {},
) => {
  const sent: OutboundRequest[] = []
  const client: OutboundClient = {
    send: async (one) => (sent.push(one), outcome),
    headersOf: () => [],
    close: async () => {},
  }
  const result = await openHttpSender(dependenciesOf({ client, ...needed }))(message)
  return { result, sent: sent[0] }
}

const sentOf = async (changes: Partial<StoredRequest>, more: Partial<Message<SettingOf<'HTTP'>>> = {}) =>
  (await sendWith(responseOf(), messageWith(changes, more))).sent ?? expect.fail('Nothing was sent.')

const headersOf = async (changes: Partial<StoredRequest>, more: Partial<Message<SettingOf<'HTTP'>>> = {}) =>
  (await sentOf(changes, more)).headers.map(([name, value]) => `${name}: ${value}`)

describe('an HTTP notification', () => {
  it('is the event as JSON where no body is written, signed at the second in which it is sent', async () => {
    const message = messageWith()
    const body = JSON.stringify(eventOf(message))
    const key = Buffer.alloc(32, 2)
    const at = Date.parse('2026-11-22T04:31:20Z') / 1000
    const { sent } = await sendWith(responseOf(), message, { now: () => at * 1000 + 999 })
    expect(sent).toMatchObject({ uri: 'https://hook.example/', method: 'POST', body, partition: 'account-1' })
    expect(sent?.headers).toEqual([
      ['Content-Type', 'application/json'],
      ['webhook-id', 'delivery-1'],
      ['webhook-timestamp', String(at)],
      ['webhook-signature', `v1,${createHmac('sha256', key).update(`delivery-1.${at}.${body}`).digest('base64')}`],
      ['Knockwire-Execution-Id', 'subject-1'],
    ])
    expect((await sentOf({ body: '' })).body).toBe(body)
  })

  it.each([
    ['{"status":500}', 'application/json'],
    ['It is down.', 'text/plain; charset=utf-8'],
  ])('says what its body is: %s', async (body, type) => {
    expect(await sentOf({ body })).toMatchObject({ body })
    expect(await headersOf({ body })).toContain(`Content-Type: ${type}`)
  })

  it('leaves it to its owner what the body is, and to nobody how it is signed', async () => {
    const headers = [
      ['content-type', 'text/x-own'],
      ['Webhook-Id', 'theirs'],
      ['WEBHOOK-TIMESTAMP', 'theirs'],
      ['webhook-Signature', 'theirs'],
      ['X-Key', testSecrets.encrypt('key')],
    ] as const
    const sent = await headersOf({ body: 'text', headers })
    expect(sent.slice(0, 3)).toEqual(['content-type: text/x-own', 'X-Key: key', 'webhook-id: delivery-1'])
    expect(sent).toHaveLength(6)
    expect(sent.join('\n')).not.toContain('theirs')
  })

  it('has neither a body nor its type where the method sends none, and is signed all the same', async () => {
    const sent = await sentOf({ method: 'GET', body: 'left over' })
    expect(sent).not.toHaveProperty('body')
    expect(sent.headers.map(([name]) => name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
      'Knockwire-Execution-Id',
    ])
    const at = Date.parse('2026-11-22T04:31:20Z') / 1000
    const signature = createHmac('sha256', Buffer.alloc(32, 2)).update(`delivery-1.${at}.`).digest('base64')
    expect(sent.headers).toContainEqual(['webhook-signature', `v1,${signature}`])
  })

  it('that is a test says so in a header, and no other does', async () => {
    expect(await headersOf({}, { occasion: 'TEST' })).toContain('Knockwire-Test: true')
    expect((await headersOf({})).join('\n')).not.toContain('Knockwire-Test')
  })

  it('whose template fails is not sent', async () => {
    const { result, sent } = await sendWith(responseOf(), messageWith({ body: 'text' }), unfilled)
    expect([result, sent]).toEqual([{ kind: 'failed', reason: 'The template fails.' }, undefined])
  })
})

describe('what a target answers', () => {
  it('is kept with the outcome, up to 2,000 characters, none of them half', async () => {
    const answer = async (text: string) =>
      (await sendWith(responseOf({ body: Buffer.from(text), headers: [['content-type', 'text/plain']] }))).result
    expect(await answer('ok')).toStrictEqual({ kind: 'delivered', response: { statusCode: 200, body: 'ok' } })
    expect(await answer('x'.repeat(2001))).toMatchObject({ response: { body: 'x'.repeat(2000) } })
    expect(await answer(`${'x'.repeat(1999)}😀`)).toMatchObject({ response: { body: `${'x'.repeat(1999)}\uFFFD` } })
  })

  it('is not kept where it is not text', async () => {
    const headers = [['Content-Type', 'image/png']] as const
    const { result } = await sendWith(responseOf({ statusCode: 404, headers, body: Buffer.from([0, 255, 254]) }))
    expect(result).toStrictEqual({
      kind: 'failed',
      reason: 'The target responded with 404.',
      response: { statusCode: 404, body: null },
    })
  })

  it('is read in the character set that it names', async () => {
    const headers = [['Content-Type', 'text/plain; charset=iso-8859-1']] as const
    const { result } = await sendWith(responseOf({ headers, body: Buffer.from('päge', 'latin1') }))
    expect(result).toMatchObject({ response: { body: 'päge' } })
  })

  it('says how long to wait', async () => {
    const { result } = await sendWith(responseOf({ statusCode: 503, headers: [['Retry-After', '30']] }))
    expect(result).toMatchObject({ kind: 'retry', reason: 'The target responded with 503.', retryAfterSeconds: 30 })
    const { result: without } = await sendWith(responseOf({ statusCode: 503 }))
    expect(without).not.toHaveProperty('retryAfterSeconds')
  })
})

it.each<[OutboundFailureCode, string]>([
  ['BLOCKED_ADDRESS', 'failed'],
  ['TLS_INVALID', 'failed'],
  ['TOO_MANY_REDIRECTS', 'failed'],
  ['DNS_NOT_FOUND', 'retry'],
  ['CONNECTION_REFUSED', 'retry'],
  ['CONNECTION_RESET', 'retry'],
  ['TIMEOUT', 'retry'],
  ['INVALID_RESPONSE', 'retry'],
  ['INTERRUPTED', 'retry'],
  ['INTERNAL', 'retry'],
])('a call that ends with %s is a reason to: %s', async (code, kind) => {
  const { result } = await sendWith({ kind: 'failure', code, message: 'No answer.', responseTimeMs: 1 })
  expect(result).toStrictEqual({ kind, reason: 'No answer.' })
})
