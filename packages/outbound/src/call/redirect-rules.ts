import { OutboundError } from '../outbound-error.ts'
import { headerOf, selectHeaders, type HeaderList } from './request-headers.ts'

/** One request on the wire: the first, or what a redirect made of it. */
export interface Hop {
  url: URL
  method: string
  headers: HeaderList
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

const isRewrittenToGet = (statusCode: number, method: string) =>
  statusCode === 303 ? method !== 'GET' && method !== 'HEAD' : statusCode < 303 && method === 'POST'

const withoutBody = (hop: Hop): Hop => ({
  ...hop,
  method: 'GET',
  headers: selectHeaders(hop.headers, (name) => !name.startsWith('content-')),
  body: null,
})

/** Nothing that the user wrote goes to another origin, except a body that the status keeps, and its type. */
const headersForStranger = (hop: Hop, userAgent: string): HeaderList => {
  const contentType = hop.body === null ? null : headerOf(hop.headers, 'content-type')
  return contentType === null ? ['User-Agent', userAgent] : ['User-Agent', userAgent, 'Content-Type', contentType]
}

/** What a browser would send next; its address is not vetted here. */
export const redirected = (hop: Hop, statusCode: number, location: string, userAgent: string): Hop => {
  const url = URL.parse(textOf(location), hop.url.href)
  if (url === null) throw new OutboundError('INVALID_RESPONSE', 'The target redirected to what is not a valid URL.')
  const next = isRewrittenToGet(statusCode, hop.method) ? withoutBody(hop) : hop
  const headers = url.origin === hop.url.origin ? next.headers : headersForStranger(next, userAgent)
  return { ...next, url, headers }
}
