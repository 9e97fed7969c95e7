import { masked } from '../headers/secret-headers.ts'
import { maskParameters } from '../requests/secret-parameters.ts'

/** A URL with a mask for each value of its query: keys and tokens stand there as often as plain values do. */
export const maskUri = (uri: string): string => maskParameters(uri, () => true)

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
