import { connectionHeaders } from '@knockwire/domain/headers/connection-headers'
import type { HeaderPairs, OutboundRequest } from '../request.ts'
import { parseUri } from '../url-rules.ts'

const basicAuthorization = ({ username, password }: { username: string; password: string }) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** What the user wrote, and what is added where the user wrote nothing. */
export const firstHeaders = ({ headers, basicAuth }: OutboundRequest, userAgent: string): HeaderPairs => {
  const written = selectHeaders(headers, (name) => !connectionHeaders.has(name))
  const isAuthorized = basicAuth === undefined || headerOf(written, 'authorization') !== null
  return [
    ...written,
    ...(headerOf(written, 'user-agent') === null ? [['User-Agent', userAgent] as const] : []),
    ...(isAuthorized ? [] : [['Authorization', basicAuthorization(basicAuth)] as const]),
  ]
}

export const headerOf = (headers: HeaderPairs, lowerName: string): string | null =>
  headers.find(([name]) => name.toLowerCase() === lowerName)?.[1] ?? null

/** Those whose lower-case name passes. */
export const selectHeaders = (headers: HeaderPairs, isKept: (lowerName: string) => boolean): HeaderPairs =>
  headers.filter(([name]) => isKept(name.toLowerCase()))

/** Whose requests without a body say so with a length of 0. */
const methodsWithContent: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** What stands on the wire: around the headers of `firstHeaders` those that undici writes itself. */
export const wireHeaders = (request: OutboundRequest, userAgent: string): HeaderPairs => {
  const headers = firstHeaders(request, userAgent)
  const bytes = Buffer.byteLength(request.body ?? '')
  return [
    ['host', parseUri(request.uri)?.host ?? ''],
    // Undici keeps no connection after HEAD, for the sake of servers that answer it with a body.
    ['connection', request.method === 'HEAD' ? 'close' : 'keep-alive'],
    ...headers,
    ...(bytes > 0 || methodsWithContent.has(request.method) ? [['content-length', String(bytes)] as const] : []),
  ]
}
