/** Where no scheme is written, curl takes http. */
export const withScheme = (url: string) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`)

export function withQuery(uri: string, query: string): string {
  const [address = uri, fragment] = uri.split('#', 2)
  const joined = query === '' && !address.includes('?') ? address : `${address}${joint(address)}${query}`
  return fragment === undefined ? joined : `${joined}#${fragment}`
}

/** With what --request-target asks for in place of its path and query. */
export function withTarget(url: string, target: string | undefined): string {
  if (target?.startsWith('/') !== true) return url
  const encoded = target.replaceAll(
    /[^\x21\x22\x24-\x7e]/g,
    (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  return (/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? url) + encoded
}

const joint = (address: string) => (address.endsWith('?') ? '' : address.includes('?') ? '&' : '?')

export type CurlLogin = { username: string; password: string } | null

/** `name:password`, as -u and URLs write it. */
export function toLogin(text: string): CurlLogin {
  const at = text.indexOf(':')
  return at === -1 ? { username: text, password: '' } : { username: text.slice(0, at), password: text.slice(at + 1) }
}

/** A name and password within the URL belong into the fields for them. */
export function splitLogin(url: string): { uri: string; login: CurlLogin } {
  const match = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)@(.*)/is.exec(url)
  if (match === null) return { uri: url, login: null }
  const [, scheme = '', login = '', rest = ''] = match
  return { uri: scheme + rest, login: toLogin(decodeLogin(login)) }
}

function decodeLogin(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A set or a range, of which curl makes a URL each; an address of IPv6 is none. */
const glob = /\\[[\]{}]|\{([^{}]*)\}|\[([^[\]:-]+)-[^[\]:-]+(?::\d+)?\]/g

/** The first URL of those that curl would call, and whether there are more. */
export function firstOfGlob(url: string): { first: string; isOne: boolean } {
  let isOne = true
  const first = url.replaceAll(glob, (written, set?: string, from?: string) => {
    if (written.startsWith('\\')) return written.slice(1)
    isOne &&= from === undefined && set?.includes(',') === false
    return from ?? set?.split(',', 1)[0] ?? ''
  })
  return { first, isOne }
}
