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

/** A URL, or the path and query of one, with other values of the parameters of its query. Those without a value have none to replace. */
export const replaceParameters = (uri: string, valueOf: (name: string, value: string) => string): string => {
  const at = uri.indexOf('?')
  if (at === -1) return uri
  const [query = '', ...fragment] = uri.slice(at + 1).split('#')
  const replaced = query.split('&').map((pair) => {
    const end = pair.indexOf('=')
    return end === -1 ? pair : `${pair.slice(0, end)}=${valueOf(pair.slice(0, end), pair.slice(end + 1))}`
  })
  return [`${uri.slice(0, at)}?${replaced.join('&')}`, ...fragment].join('#')
}

type IsSought = (name: string, value: string) => boolean

/** Whether there is such a parameter among those that `replaceParameters` would replace. */
export const hasParameter = (uri: string, isSought: IsSought): boolean => {
  let isFound = false
  replaceParameters(uri, (name, value) => {
    isFound ||= isSought(name, value)
    return value
  })
  return isFound
}

/** The same with a mask for the values of those parameters. */
export const maskParameters = (uri: string, isMasked: IsSought): string =>
  replaceParameters(uri, (name, value) => (isMasked(name, value) ? masked : value))

/** The keys of views whose texts are URLs, or paths with queries. */
const addresses: ReadonlySet<string> = new Set(['uri', 'url', 'finalUri', 'recipient', 'target'])

/** A view for somebody who may see no secret: URLs in it are without the values of such parameters. Bodies are as they came. */
export function maskAddresses<View>(view: View, isMasked: IsSought = isSecretParameter): View {
  if (typeof view !== 'object' || view === null) return view
  if (Array.isArray(view)) return view.map((item: unknown) => maskAddresses(item, isMasked)) as View
  const entries = Object.entries(view).map(([key, value]): [string, unknown] =>
    typeof value === 'string' && addresses.has(key)
      ? [key, maskParameters(value, isMasked)]
      : [key, maskAddresses(value as unknown, isMasked)],
  )
  return Object.fromEntries(entries) as View
}
