import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { StripeSettings } from '../stripe-settings.ts'
import { FakeStripe } from './fake-stripe.ts'
import type { FakeAnswer } from './fake-stripe-objects.ts'
import { startSteady } from './steady.ts'

export interface StripeCall {
  method: string
  path: string
  body: string
  idempotencyKey: string | undefined
}

export interface StripePeer {
  settings: StripeSettings
  /** What Stripe knows, and what happens there without a call. */
  stripe: FakeStripe
  calls: StripeCall[]
  /** The next call of this method and path is done, but its answer is lost on the way. */
  loseAnswer: (method: string, path: RegExp) => void
  /** The next call of this method and path fails at Stripe with a 500: nothing is done, and its key keeps answering with it. */
  failCall: (method: string, path: RegExp) => void
  /** Calls of this method and path wait until the function that it gives is called. */
  hold: (method: string, path: RegExp) => () => void
  /** Throws where a call was not one that Stripe's own description allows, or changed something without a key. */
  close: () => Promise<void>
}

export interface StripePeerOptions {
  /** Epoch milliseconds. */
  now?: () => number
  /** Whether each call is checked against Stripe's own description. */
  isChecked?: boolean
}

export const stripePeerKeys = {
  secretKey: 'sk_test_of_the_tests',
  publicKey: 'pk_test_of_the_tests',
  webhookSecret: 'whsec_of_the_tests',
  prices: { HOBBY: 'price_hobby', BUSINESS: 'price_business' },
}

const priceCents = { price_hobby: 999, price_business: 2999 }

type Matcher = (call: StripeCall) => boolean
const matcher =
  (method: string, path: RegExp): Matcher =>
  (call) =>
    call.method === method && path.test(call.path)

/** Stripe on loopback: a stateful fake, kept honest by a validating mock over Stripe's description. */
export const startStripePeer = async ({
  now = Date.now,
  isChecked = true,
}: StripePeerOptions = {}): Promise<StripePeer> => {
  const steady = isChecked ? await startSteady() : null
  const stripe = new FakeStripe(priceCents, () => Math.floor(now() / 1000))
  const calls: StripeCall[] = []
  const invalid: string[] = []
  const lost: Matcher[] = []
  const failing: Matcher[] = []
  const delayed: { matches: Matcher; released: Promise<void> }[] = []
  const answered = new Map<string, { call: StripeCall; answer: FakeAnswer }>()

  /** A key that was seen is answered as it was the first time, and only for the same call. */
  const answerOnce = (call: StripeCall, url: URL): FakeAnswer => {
    const key = call.method === 'POST' ? call.idempotencyKey : undefined
    const before = key === undefined ? undefined : answered.get(key)
    if (before !== undefined)
      return before.call.body === call.body && before.call.path === call.path ? before.answer : otherCall()
    const { method, path, body } = call
    const failsAt = failing.findIndex((matches) => matches(call))
    if (failsAt >= 0) failing.splice(failsAt, 1)
    const answer = failsAt >= 0 ? serverError() : stripe.answer({ method, path, query: url.searchParams, body })
    if (key !== undefined) answered.set(key, { call, answer })
    return answer
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://stripe')
    const body = await text(request)
    const key = request.headers['idempotency-key']
    const idempotencyKey = typeof key === 'string' ? key : undefined
    const call = { method: request.method ?? 'GET', path: url.pathname, body, idempotencyKey }
    calls.push(call)
    if (steady !== null) invalid.push(...(await steady.check({ ...call, url: request.url ?? '/' })))
    if (call.method !== 'GET' && idempotencyKey === undefined)
      invalid.push(`${call.method} ${call.path}: no idempotency key`)
    for (const { matches, released } of delayed) if (matches(call)) await released
    const { status, body: answer } = answerOnce(call, url)
    const lostAt = lost.findIndex((matches) => matches(call))
    if (lostAt >= 0) {
      lost.splice(lostAt, 1)
      response.destroy()
      return
    }
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${calls.length}` })
    response.end(JSON.stringify(answer))
  }

  const server = createServer((request, response) => void handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    settings: { ...stripePeerKeys, apiOrigin: `http://127.0.0.1:${port}` },
    stripe,
    calls,
    failCall: (method, path) => void failing.push(matcher(method, path)),
    loseAnswer: (method, path) => void lost.push(matcher(method, path)),
    hold: (method, path) => {
      const { promise: released, resolve } = Promise.withResolvers<void>()
      delayed.push({ matches: matcher(method, path), released })
      return resolve
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      await steady?.close()
      if (invalid.length > 0) throw new Error(`Stripe was called wrongly:\n${invalid.join('\n')}`)
    },
  }
}

const serverError = (): FakeAnswer => ({
  status: 500,
  body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
})

const otherCall = (): FakeAnswer => ({
  status: 400,
  body: {
    error: { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used with the same call.' },
  },
})
