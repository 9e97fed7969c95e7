import { isSecretHeader } from '@knockwire/domain/headers/secret-headers'
import type { HeaderPairs } from '../request.ts'
import { hostOf } from '../url-rules.ts'
import { selectHeaders } from './request-headers.ts'

/** One request on the wire: the first, or what a redirect made of it. */
export interface Hop {
  url: URL
  method: string
  /** Values have a character for each byte, as they are written. */
  headers: HeaderPairs
  body: string | Uint8Array | null
}

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

/** The same origin, or the same host when a server asks for HTTPS: anyone who is there got the headers before. */
const isTrusted = (from: URL, to: URL) =>
  from.origin === to.origin || (from.protocol === 'http:' && to.protocol === 'https:' && hostOf(from) === hostOf(to))

/** What a browser would send next. Secrets of the user's stay with the origin that they were written for. */
export const hopAfter = (
  hop: Hop,
  statusCode: number,
  url: URL,
  secretHeaders: ReadonlySet<string> = new Set(),
): Hop => {
  const next = isRewrittenToGet(statusCode, hop.method) ? withoutBody(hop) : hop
  const isPublic = (name: string) => !isSecretHeader(name) && !secretHeaders.has(name)
  const headers = isTrusted(hop.url, url) ? next.headers : selectHeaders(next.headers, isPublic)
  return { ...next, url, headers }
}

/** Whether following would send the body to somebody else. */
export const wouldRepeatBody = (hop: Hop, statusCode: number, url: URL): boolean =>
  hop.body !== null && !isTrusted(hop.url, url) && !isRewrittenToGet(statusCode, hop.method)
