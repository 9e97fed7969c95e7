import { OutboundError } from '../outbound-error.ts'
import type { HeaderPairs } from '../request.ts'
import { maxUriLength, parseUri } from '../url-rules.ts'
import { selectHeaders } from './request-headers.ts'

/** One request on the wire: the first, or what a redirect made of it. */
export interface Hop {
  url: URL
  method: string
  headers: HeaderPairs
  body: string | Uint8Array | null
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The Location that a client should follow, or null where the answer is to be kept as it is. */
export const locationOf = (statusCode: number, headers: Record<string, string | string[] | undefined>) => {
  if (!redirectStatuses.has(statusCode)) return null
  const { location } = headers
  return (typeof location === 'string' ? location : location?.[0]) ?? null
}

/** Header bytes come as latin1; a Location beyond ASCII is UTF-8, as browsers read it. */
const textOf = (location: string) => Buffer.from(location, 'latin1').toString('utf8')

const isRewrittenToGet = (statusCode: number, method: string) => {
  if (statusCode === 303) return method !== 'GET' && method !== 'HEAD'
  return statusCode <= 302 && method === 'POST'
}

const withoutBody = (hop: Hop): Hop => ({
  ...hop,
  method: 'GET',
  headers: selectHeaders(hop.headers, (name) => !name.startsWith('content-')),
  body: null,
})

/** Nothing that the user wrote goes to another origin, except a body that the status keeps, and its type. */
const headersForStranger = ({ headers, body }: Hop, userAgent: string): HeaderPairs => [
  ['User-Agent', userAgent],
  ...selectHeaders(headers, (name) => body !== null && name === 'content-type'),
]

/** What a browser would send next; its address is not vetted here. */
export const redirected = (hop: Hop, statusCode: number, location: string, userAgent: string): Hop => {
  if (location.length > maxUriLength)
    throw new OutboundError(
      'INVALID_RESPONSE',
      `The target redirected to an address of more than ${maxUriLength} characters.`,
    )
  const url = parseUri(textOf(location), hop.url.href)
  if (url === null) throw new OutboundError('INVALID_RESPONSE', 'The target redirected to what is not a valid URL.')
  const next = isRewrittenToGet(statusCode, hop.method) ? withoutBody(hop) : hop
  const headers = url.origin === hop.url.origin ? next.headers : headersForStranger(next, userAgent)
  return { ...next, url, headers }
}
