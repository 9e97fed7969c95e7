import { ApiError } from '@knockwire/client/api-error'
import type { Client as ApiClient } from '@knockwire/client/call-types'
import { createClient as createApiClient } from '@knockwire/client/client'
import { version } from '../version.ts'

export { ApiError as CallError }

/** No answer came, or none of this API. */
export class ConnectionError extends Error {}

/** The calls of the API by their names, and the server's address. */
export type Client = ApiClient & { url: string }

/** As long as an apply of 1,000 resources on a busy server may take. */
const timeoutMs = 120_000

/** A signal that ends the call after so long, as a connection that is lost does. */
export const endingAfter = (ms: number, signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(ms)])

const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'TimeoutError'

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0])
  return cause instanceof Error ? cause.message : error.message
}

/** The whole answer: a connection that is cut amid its body is one that is lost. */
const fetchWhole =
  (url: string): typeof fetch =>
  async (address, init) => {
    const given = init?.signal
    const signal = given ? endingAfter(timeoutMs, given) : AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(address, { ...init, signal })
      const { status, headers } = response
      const body = await response.text()
      // A proxy's page, say.
      if (response.ok && body !== '' && headers.get('content-type')?.includes('json') !== true)
        throw new Error(`status ${status}, and no JSON`)
      return new Response(body === '' ? null : body, { status, headers })
    } catch (error) {
      if (given?.aborted && !isTimeout(given.reason)) throw given.reason
      throw new ConnectionError(`${url} does not answer: ${reasonOf(error)}`, { cause: error })
    }
  }

/** The token goes to this server alone: a redirect is not followed. */
export const createClient = ({ url, token }: { url: string; token: string }): Client => ({
  ...createApiClient({ url, token, userAgent: `knockwire-cli/${version}`, fetch: fetchWhole(url) }),
  url,
})

/** What was rejected says more than its message, as far as it is an object. */
export const bodyOf = ({ body }: ApiError): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? { ...body } : {}

/** When a call may be made again; null where the server names no time. */
export const retryAfterMsOf = (error: unknown): number | null =>
  error instanceof ApiError && error.retryAfterSeconds !== null ? error.retryAfterSeconds * 1000 : null
