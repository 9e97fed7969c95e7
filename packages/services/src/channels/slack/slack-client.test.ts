import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Provider, startProvider } from '../../testing/provider.ts'
import { createSlackClient, revokedMessage, type SlackClient } from './slack-client.ts'

const nowMs = Date.parse('2026-11-22T04:31:20Z')
let provider: Provider
let client: SlackClient
beforeAll(async () => {
  provider = await startProvider()
  client = createSlackClient(`${provider.origin}/api/`, 5_000, () => nowMs)
})
afterAll(() => provider.close())
beforeEach(() => void provider.calls.splice(0))

const byWebhook = () => client.postToWebhook(`${provider.origin}/services/T/B/secret`, 'Down')
const asBot = () => client.postAsBot('xoxb-token', 'C0ALERTS', 'Down')
const answerAsApi = (answer: object) =>
  provider.answer({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) })

const unknown = { kind: 'retry', reason: 'Slack could not be reached, or its response was invalid.' }
const archived = 'The Slack channel has been archived.'
const forbidden = 'The Slack workspace does not allow the app to post to this channel.'

/** What Slack's documentation of `chat.postMessage` and of incoming webhooks names. */
const outcomes: [code: string, outcome: object][] = [
  ...[
    'account_inactive',
    'app_uninstalled',
    'invalid_auth',
    'invalid_token',
    'no_active_hooks',
    'no_service',
    'no_service_id',
    'no_team',
    'not_authed',
    'team_disabled',
    'token_expired',
    'token_revoked',
  ].map((code): [string, object] => [code, { kind: 'failed', reason: revokedMessage, isRevoked: true }]),
  ['channel_is_archived', { kind: 'failed', reason: archived }],
  ['is_archived', { kind: 'failed', reason: archived }],
  ['channel_not_found', { kind: 'failed', reason: 'The Slack channel no longer exists.' }],
  [
    'not_in_channel',
    {
      kind: 'failed',
      reason: 'The app is not in the Slack channel. Invite it there, or connect the channel again.',
    },
  ],
  [
    'posting_to_general_channel_denied',
    { kind: 'failed', reason: 'Slack allows only admins to post to this channel.' },
  ],
  ['action_prohibited', { kind: 'failed', reason: forbidden }],
  ['restricted_action', { kind: 'failed', reason: forbidden }],
  ['msg_too_long', { kind: 'failed', reason: 'The message is too long for Slack.' }],
  ['no_text', { kind: 'failed', reason: 'The message is empty.' }],
  ['invalid_payload', { kind: 'failed', reason: 'Slack could not read the message.' }],
  ['something_else', { kind: 'failed', reason: 'Slack refused the message: something_else.' }],
  ['ratelimited', { kind: 'retry', reason: 'Slack responded with 429.' }],
  ['rate_limited', { kind: 'retry', reason: 'Slack responded with 429.' }],
  ...['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout', 'team_added_to_org'].map(
    (code): [string, object] => [code, { kind: 'retry', reason: `Slack refused the message: ${code}.` }],
  ),
]

describe('an error code of Slack', () => {
  it.each(outcomes)('%s means the same to a bot and to a webhook', async (code, outcome) => {
    answerAsApi({ ok: false, error: code })
    expect(await asBot()).toStrictEqual(outcome)
    provider.answer({ status: 400, body: ` ${code}\n` })
    expect(await byWebhook()).toStrictEqual(outcome)
  })

  it.each([
    ['x'.repeat(60), { kind: 'failed', reason: `Slack refused the message: ${'x'.repeat(60)}.` }],
    ['x'.repeat(61), unknown],
    ['<html>', unknown],
    ['a b', unknown],
    ['A', unknown],
  ])('of the API is one only where it looks like one: %s', async (error, outcome) => {
    answerAsApi({ ok: false, error })
    expect(await asBot()).toStrictEqual(outcome)
  })

  it('of a webhook is shown up to 100 characters, and may be missing', async () => {
    provider.answer({ status: 404, body: 'x'.repeat(101) })
    expect(await byWebhook()).toMatchObject({ reason: `Slack refused the message: ${'x'.repeat(100)}.` })
    provider.answer({ status: 404 })
    expect(await byWebhook()).toMatchObject({ kind: 'failed', reason: 'Slack refused the message: no reason given.' })
  })
})

describe('a message', () => {
  it('is posted to a webhook as JSON, without previews of its links', async () => {
    provider.answer({ body: 'ok' })
    expect(await byWebhook()).toStrictEqual({ kind: 'delivered' })
    const [call] = provider.calls
    expect(call).toMatchObject({
      method: 'POST',
      path: '/services/T/B/secret',
      headers: { 'content-type': 'application/json' },
    })
    expect(JSON.parse(call?.body ?? '')).toEqual({ text: 'Down', unfurl_links: false, unfurl_media: false })
  })

  it('is posted by the bot with its token, without previews of its links, and is known by its time', async () => {
    answerAsApi({ ok: true, ts: '1700000000.000100' })
    expect(await asBot()).toStrictEqual({ kind: 'delivered', providerMessageId: '1700000000.000100' })
    const [call] = provider.calls
    expect(call).toMatchObject({
      method: 'POST',
      path: '/api/chat.postMessage',
      headers: { authorization: 'Bearer xoxb-token' },
    })
    expect(Object.fromEntries(new URLSearchParams(call?.body))).toMatchObject({
      channel: 'C0ALERTS',
      text: 'Down',
      unfurl_links: 'false',
      unfurl_media: 'false',
    })
  })
})

describe('an answer of Slack', () => {
  it('that asks to wait says for how long', async () => {
    provider.answer({ status: 429, headers: { 'retry-after': '30' } })
    expect(await asBot()).toStrictEqual({ kind: 'retry', reason: 'Slack responded with 429.', retryAfterSeconds: 30 })
    const rejected = { kind: 'retry', reason: 'Slack responded with 429.', isRejected: true }
    expect(await byWebhook()).toStrictEqual({ ...rejected, retryAfterSeconds: 30 })
    provider.answer({ status: 429, headers: { 'retry-after': new Date(nowMs + 90_000).toUTCString() } })
    expect(await byWebhook()).toStrictEqual({ ...rejected, retryAfterSeconds: 90 })
  })

  it.each([
    [500, { kind: 'retry', reason: 'Slack responded with 500.' }],
    [404, { kind: 'failed', reason: 'Slack responded with 404.' }],
  ])('to the bot with status %i', async (status, outcome) => {
    provider.answer({ status, body: 'oops' })
    expect(await asBot()).toStrictEqual(outcome)
    expect(provider.calls).toHaveLength(1)
  })

  it('that sends a webhook elsewhere is not followed', async () => {
    provider.answer({ status: 302, headers: { location: '/elsewhere' } })
    expect(await byWebhook()).toStrictEqual(unknown)
    expect(provider.calls.map(({ path }) => path)).toEqual(['/services/T/B/secret'])
  })

  it('that does not come is waited for within the timeout', async () => {
    provider.answer('silence')
    const impatient = createSlackClient(`${provider.origin}/api/`, 100, () => nowMs)
    expect(await impatient.postToWebhook(provider.origin, 'Down')).toStrictEqual(unknown)
    expect(await impatient.postAsBot('xoxb-token', 'C0ALERTS', 'Down')).toStrictEqual(unknown)
  })
})
