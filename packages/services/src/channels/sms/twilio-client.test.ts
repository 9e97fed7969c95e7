import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Provider, startProvider } from '../../testing/provider.ts'
import { createTwilioClient } from './twilio-client.ts'

const nowMs = Date.parse('2026-11-22T04:31:20Z')
let provider: Provider
beforeAll(async () => void (provider = await startProvider()))
afterAll(() => provider.close())
beforeEach(() => void provider.calls.splice(0))

const sms = { deliveryId: 'delivery-1', to: '+16045550199', body: 'Down' }
const send = (from = '+15005550006', timeoutMs = 5_000) => {
  const settings = { kind: 'twilio', accountSid: 'AC1', authToken: 'token', from, apiOrigin: provider.origin } as const
  const statusUrl = 'https://knockwire.example/status'
  return createTwilioClient(settings, { statusUrl, timeoutMs, now: () => nowMs }).send(sms)
}

const unknown = { kind: 'retry', reason: 'Twilio could not be reached, or its response was invalid.' }

describe('a text message', () => {
  it('is created at Twilio with its recipient, its text, and where its status is reported', async () => {
    provider.answer({ status: 201, body: '{"sid":"SM1"}' })
    expect(await send()).toStrictEqual({ kind: 'delivered', providerMessageId: 'SM1' })
    const [call] = provider.calls
    expect(call).toMatchObject({
      method: 'POST',
      path: '/2010-04-01/Accounts/AC1/Messages.json',
      headers: { authorization: `Basic ${Buffer.from('AC1:token').toString('base64')}` },
    })
    expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
      To: '+16045550199',
      Body: 'Down',
      From: '+15005550006',
      StatusCallback: 'https://knockwire.example/status?deliveryId=delivery-1',
    })
  })

  it.each([
    ['MG0123', { MessagingServiceSid: 'MG0123' }],
    ['KnockwireMG', { From: 'KnockwireMG' }],
  ])('is sent by %s, which is a messaging service where it begins with MG', async (from, sender) => {
    provider.answer({ status: 201, body: '{"sid":"SM1"}' })
    await send(from)
    const { From, MessagingServiceSid } = Object.fromEntries(new URLSearchParams(provider.calls[0]?.body))
    expect({ ...(From && { From }), ...(MessagingServiceSid && { MessagingServiceSid }) }).toEqual(sender)
  })
})

describe('an answer of Twilio', () => {
  it.each([
    [
      'with a reason',
      400,
      '{"code":21211,"message":"No such number."}',
      'failed',
      'Twilio responded with 400: No such number.',
    ],
    ['that explains nothing', 404, '', 'failed', 'Twilio responded with 404.'],
    ['that is down', 503, '{"message":"Down"}', 'retry', 'Twilio responded with 503: Down'],
    ['that explains no fault', 500, '<html>', 'retry', 'Twilio responded with 500.'],
  ])('%s: %i', async (_what, status, body, kind, reason) => {
    provider.answer({ status, body })
    expect(await send()).toStrictEqual({ kind, reason })
    expect(provider.calls).toHaveLength(1)
  })

  it('that does not take it in time for the caller says that it was not sent', async () => {
    provider.answer({ status: 408, body: '{"message":"Too slow"}' })
    expect(await send()).toStrictEqual({
      kind: 'retry',
      reason: 'Twilio responded with 408: Too slow',
      isRejected: true,
    })
  })

  it.each<[string | null, object]>([
    ['30', { retryAfterSeconds: 30 }],
    [new Date(nowMs + 90_000).toUTCString(), { retryAfterSeconds: 90 }],
    [null, {}],
  ])('that asks to wait, until %s, says that it was not sent', async (retryAfter, wait) => {
    provider.answer({ status: 429, ...(retryAfter !== null && { headers: { 'retry-after': retryAfter } }) })
    expect(await send()).toStrictEqual({
      kind: 'retry',
      reason: 'Twilio responded with 429.',
      isRejected: true,
      ...wait,
    })
  })

  it('that cannot be read, or does not come within the timeout, says nothing', async () => {
    provider.answer({ status: 201, body: 'garbage' })
    expect(await send()).toStrictEqual(unknown)
    provider.answer('silence')
    expect(await send('+15005550006', 100)).toStrictEqual(unknown)
  })
})
