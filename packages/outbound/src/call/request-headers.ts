import type { HeaderPairs, OutboundRequest } from '../request.ts'
import { parseUri } from '../url-rules.ts'

/** Flat, as they are written: name, value, name, value. */
export type HeaderList = readonly string[]

/** Of the connection, not of the request: this client sets them itself, and undici refuses most of them. */
const ofTheConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const basicAuthorization = ({ username, password }: { username: string; password: string }) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** What the user wrote, and what is added where the user wrote nothing. */
export const firstHeaders = (request: OutboundRequest, userAgent: string): HeaderList => {
  const list: string[] = []
  let hasUserAgent = false
  let hasAuthorization = false
  for (const [name, value] of request.headers) {
    const lowerName = name.toLowerCase()
    if (ofTheConnection.has(lowerName)) continue
    if (lowerName === 'user-agent') hasUserAgent = true
    else if (lowerName === 'authorization') hasAuthorization = true
    list.push(name, value)
  }
  if (!hasUserAgent) list.push('User-Agent', userAgent)
  if (!hasAuthorization && request.basicAuth !== undefined)
    list.push('Authorization', basicAuthorization(request.basicAuth))
  return list
}

export const headerOf = (list: HeaderList, lowerName: string): string | null => {
  for (let index = 0; index < list.length; index += 2)
    if (list[index]?.toLowerCase() === lowerName) return list[index + 1] ?? null
  return null
}

/** The pairs whose lower-case name passes. */
export const selectHeaders = (list: HeaderList, isKept: (lowerName: string) => boolean): HeaderList => {
  const kept: string[] = []
  for (let index = 0; index < list.length; index += 2) {
    const name = list[index] ?? ''
    if (isKept(name.toLowerCase())) kept.push(name, list[index + 1] ?? '')
  }
  return kept
}

/** Whose requests without a body say so with a length of 0. */
const methodsWithContent: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** What stands on the wire: around the headers of `firstHeaders` those that undici writes itself. */
export const wireHeaders = (request: OutboundRequest, userAgent: string): HeaderPairs => {
  const list = firstHeaders(request, userAgent)
  const others = selectHeaders(list, (name) => name !== 'host')
  const bytes = Buffer.byteLength(request.body ?? '')
  return [
    ['host', headerOf(list, 'host') ?? parseUri(request.uri)?.host ?? ''],
    // Undici keeps no connection after HEAD, for the sake of servers that answer it with a body.
    ['connection', request.method === 'HEAD' ? 'close' : 'keep-alive'],
    ...others.flatMap((name, index) => (index % 2 === 0 ? [[name, others[index + 1] ?? ''] as const] : [])),
    ...(bytes > 0 || methodsWithContent.has(request.method) ? [['content-length', String(bytes)] as const] : []),
  ]
}
