import { isSecretHeader, masked } from '../headers/secret-headers.ts'

const names: ReadonlySet<string> = new Set([
  'auth',
  'hmac',
  'jwt',
  'key',
  'pass',
  'passwd',
  'pwd',
  'session',
  'sid',
  'sig',
])

/** Percent-encoded, or not quite. */
const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Whether a parameter's value is likely to let its reader in somewhere: as a header of that name, or as URLs carry keys. */
export const isSecretParameter = (name: string): boolean => {
  const plain = decoded(name).toLowerCase()
  return names.has(plain) || plain.includes('signature') || isSecretHeader(plain)
}

/** A URL, or the path and query of one, with a mask for the values of those parameters of its query. */
export const maskParameters = (uri: string, isMasked: (name: string) => boolean): string => {
  const at = uri.indexOf('?')
  if (at === -1) return uri
  const [query = '', ...fragment] = uri.slice(at + 1).split('#')
  const shown = query.split('&').map((pair) => {
    const name = pair.split('=', 1)[0] ?? ''
    return pair.includes('=') && isMasked(name) ? `${name}=${masked}` : pair
  })
  return [`${uri.slice(0, at)}?${shown.join('&')}`, ...fragment].join('#')
}

/** The keys of views whose texts are URLs, or paths with queries. */
const addresses: ReadonlySet<string> = new Set(['uri', 'url', 'finalUri', 'recipient', 'target'])

/** A view for somebody who may see no secret: URLs in it are without the values of such parameters. Bodies are as they came. */
export function maskAddresses<View>(view: View): View {
  if (typeof view !== 'object' || view === null) return view
  if (Array.isArray(view)) return view.map((item: unknown) => maskAddresses(item)) as View
  const entries = Object.entries(view).map(([key, value]): [string, unknown] =>
    typeof value === 'string' && addresses.has(key)
      ? [key, maskParameters(value, isSecretParameter)]
      : [key, maskAddresses(value as unknown)],
  )
  return Object.fromEntries(entries) as View
}
