import type RequestClient from 'twilio/lib/base/RequestClient.js'
import type { TwilioSettings } from '../../settings/provider-settings.ts'
import { providerAgent } from '../../settings/outbound-proxy.ts'
import { delivered, failed, retry, type SendOutcome } from '../channel.ts'
import { isTransient, transientFailure, readRetryAfter } from '../status-outcome.ts'
import type { SmsSender } from './sms-sender.ts'

/**
 * Sends through Twilio, which reports to `statusUrl` later whether an SMS has arrived, of which delivery: it may do so before
 * its own id of the text is known here. Its SDK is loaded for the first text.
 */
export const createTwilioClient = (
  settings: TwilioSettings,
  { statusUrl, timeoutMs, now }: { statusUrl: string; timeoutMs: number; now: () => number },
): SmsSender => {
  let messages: ReturnType<typeof openMessages> | null = null
  return {
    send: async ({ deliveryId, to, body }) => {
      const open = await (messages ??= openMessages(settings, timeoutMs))
      try {
        const statusCallback = `${statusUrl}?deliveryId=${deliveryId}`
        const { sid } = await open.create({ to, body, ...senderOf(settings.from), statusCallback })
        return delivered(sid)
      } catch (error) {
        return outcomeOf(error, now())
      }
    },
  }
}

/** A number, or a messaging service that picks one. */
const senderOf = (from: string) => (from.startsWith('MG') ? { messagingServiceSid: from } : { from })

/** The SDK's own errors leave the answer's headers out. */
class TooManyRequests extends Error {
  override readonly name = 'TooManyRequests'
  readonly retryAfter: string | null

  constructor(retryAfter: string | null) {
    super('Twilio responded with 429.')
    this.retryAfter = retryAfter
  }
}

const openMessages = async ({ accountSid, authToken, apiOrigin }: TwilioSettings, timeoutMs: number) => {
  const { default: twilio } = await import('twilio')
  /** The SDK has no setting for where Twilio is. */
  class PointedClient extends twilio.RequestClient {
    override async request<TData>(options: RequestClient.RequestOptions<TData>) {
      const { pathname, search } = new URL(options.uri)
      const answer = await super.request<TData>({ ...options, uri: `${apiOrigin}${pathname}${search}` })
      if (answer.statusCode === 429) throw new TooManyRequests(headerOf(answer.headers, 'retry-after'))
      return answer
    }
  }
  const httpClient = new PointedClient({ timeout: timeoutMs })
  const agent = providerAgent()
  if (agent !== undefined) {
    httpClient.axios.defaults.httpsAgent = agent
    // The SDK asks for no proxy with each call, for which its HTTP client would take the agent's away.
    httpClient.axios.interceptors.request.use((config) => {
      delete config.proxy
      return config
    })
  }
  return twilio(accountSid, authToken, { httpClient }).messages
}

const headerOf = (headers: unknown, name: string): string | null => {
  if (typeof headers !== 'object' || headers === null) return null
  const value: unknown = Reflect.get(headers, name)
  return typeof value === 'string' ? value : null
}

const outcomeOf = (error: unknown, nowMs: number): SendOutcome => {
  if (error instanceof TooManyRequests)
    return transientFailure(429, error.message, readRetryAfter(error.retryAfter, nowMs))
  const status = error instanceof Error && 'status' in error ? Number(error.status) : NaN
  if (!(error instanceof Error) || Number.isNaN(status))
    return retry('Twilio could not be reached, or its response was invalid.')
  // Where the answer explains nothing, the SDK's message only says the status again.
  const isExplained = !error.message.startsWith('[HTTP')
  const reason = isExplained ? `Twilio responded with ${status}: ${error.message}` : `Twilio responded with ${status}.`
  return isTransient(status) ? transientFailure(status, reason) : failed(reason)
}
