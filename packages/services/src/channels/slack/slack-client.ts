import { delivered, retry, type SendOutcome } from '../channel.ts'
import { outcomeOfStatus } from '../status-outcome.ts'

/** The app has been removed, or its key taken back: the channel has to be connected again. */
const closed = new Set([
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
])

const isClosed = (code: string): boolean => closed.has(code)

export const revokedMessage = 'Slack has withdrawn the permission to post to this channel. Connect it again.'

const messages: ReadonlyMap<string, string> = new Map([
  ['channel_is_archived', 'The Slack channel has been archived.'],
  ['is_archived', 'The Slack channel has been archived.'],
  ['channel_not_found', 'The Slack channel no longer exists.'],
  ['not_in_channel', 'The app is not in the Slack channel. Invite it there, or connect the channel again.'],
  ['posting_to_general_channel_denied', 'Slack allows only admins to post to this channel.'],
  ['action_prohibited', 'The Slack workspace does not allow the app to post to this channel.'],
  ['restricted_action', 'The Slack workspace does not allow the app to post to this channel.'],
  ['msg_too_long', 'The message is too long for Slack.'],
  ['no_text', 'The message is empty.'],
  ['invalid_payload', 'Slack could not read the message.'],
])

/** Slack's error in words. */
const slackMessage = (code: string): string => {
  if (isClosed(code)) return revokedMessage
  return messages.get(code) ?? `Slack refused the message: ${code || 'no reason given'}.`
}

export interface SlackClient {
  /** To the channel that an incoming webhook was made for. */
  postToWebhook: (webhookUrl: string, text: string) => Promise<SendOutcome>
  /** As the app's bot, which must be in the channel. */
  postAsBot: (token: string, channel: string, text: string) => Promise<SendOutcome>
}

const unreachable = 'Slack could not be reached, or its response was invalid.'

/** The SDK is loaded for the first message that needs it. */
export const createSlackClient = (apiUrl: string, timeoutMs: number, now: () => number): SlackClient => ({
  postToWebhook: async (webhookUrl, text) => {
    try {
      const answer = await fetch(webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text, unfurl_links: false, unfurl_media: false }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const words = (await answer.text()).slice(0, 100).trim()
      const retryAfter = answer.headers.get('retry-after')
      return outcomeOfWebhook(words, outcomeOfStatus(answer.status, { who: 'Slack', retryAfter, nowMs: now() }))
    } catch {
      return retry(unreachable)
    }
  },
  postAsBot: async (token, channel, text) => {
    const { webApi } = await import('@slack/bolt')
    const client = new webApi.WebClient(token, {
      slackApiUrl: apiUrl,
      timeout: timeoutMs,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      logLevel: webApi.LogLevel.ERROR,
    })
    try {
      const message = { channel, text, unfurl_links: false, unfurl_media: false }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is Slack's, no window's.
      const { ts } = await client.chat.postMessage(message)
      return delivered(ts)
    } catch (error) {
      return outcomeOfError(error, now())
    }
  },
})

/** Its refusals are words in plain text: `invalid_token`, `channel_is_archived`. */
const outcomeOfWebhook = (words: string, ofStatus: SendOutcome): SendOutcome =>
  ofStatus.kind === 'failed' ? rejected(words) : ofStatus

interface SlackError {
  data?: { error?: string }
  retryAfter?: number
  statusCode?: number
}

/** The SDK's errors differ by what they carry. */
const outcomeOfError = (error: unknown, nowMs: number): SendOutcome => {
  const { data, retryAfter, statusCode } = error as SlackError
  if (typeof retryAfter === 'number') return retry('Slack responded with 429.', retryAfter)
  // The SDK takes an answer that it cannot read for an error code.
  if (typeof data?.error === 'string') return isCode(data.error) ? rejected(data.error) : retry(unreachable)
  if (typeof statusCode === 'number') return outcomeOfStatus(statusCode, { who: 'Slack', retryAfter: null, nowMs })
  return retry(unreachable)
}

const isCode = (text: string) => /^[a-z0-9_]{1,60}$/.test(text)

/** Failures of Slack's own that its API returns as errors. */
const transientErrorCodes = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
])

const rejected = (code: string): SendOutcome => {
  if (code === 'ratelimited' || code === 'rate_limited') return retry('Slack responded with 429.')
  if (transientErrorCodes.has(code)) return retry(slackMessage(code))
  return isClosed(code) ? { ...failedWith(code), isRevoked: true } : failedWith(code)
}

const failedWith = (code: string) => ({ kind: 'failed', reason: slackMessage(code) }) as const
