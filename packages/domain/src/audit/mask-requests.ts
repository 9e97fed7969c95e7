import { masked } from '../headers/secret-headers.ts'

/** A URL with a mask for each value of its query: keys and tokens stand there as often as plain values do. */
export const maskUri = (uri: string): string => {
  const at = uri.indexOf('?')
  if (at === -1) return uri
  const [query = '', fragment] = uri.slice(at + 1).split('#', 2)
  const shown = query
    .split('&')
    .map((pair) => (pair.includes('=') ? `${pair.slice(0, pair.indexOf('='))}=${masked}` : pair))
  return `${uri.slice(0, at)}?${shown.join('&')}${fragment === undefined ? '' : `#${fragment}`}`
}

interface Request {
  uri: string
  headers: readonly (readonly [name: string, value: string])[] | Readonly<Record<string, string>>
  body: string
}

const maskHeaders = (headers: Request['headers']) =>
  (Array.isArray(headers) ? (headers as [string, string][]) : Object.entries(headers)).map(([name]) => [name, masked])

/**
 * A view for the audit log, which keeps it for a year: of the request that it may have, no value of a header, of the query or of
 * the body. A secret may stand in any of these, under any name.
 */
export const maskRequests = <V extends object>(view: V): V => {
  const { request } = view as { request?: { target?: Request } }
  const target = request?.target
  if (target === undefined) return view
  const { uri, headers, body } = target
  const shown = { ...target, uri: maskUri(uri), headers: maskHeaders(headers), body: body === '' ? '' : masked }
  return { ...view, request: { ...request, target: shown } }
}
