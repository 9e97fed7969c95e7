/** Where no scheme is written, curl takes http. */
export const withScheme = (url: string) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`)

export function withQuery(uri: string, query: string): string {
  const [address = uri, fragment] = uri.split('#', 2)
  const joined = `${address}${address.includes('?') ? '&' : '?'}${query}`
  return fragment === undefined ? joined : `${joined}#${fragment}`
}

export type CurlLogin = { username: string; password: string } | null

/** `name:password`, as -u and URLs write it. */
export function toLogin(text: string): CurlLogin {
  const at = text.indexOf(':')
  return at === -1 ? { username: text, password: '' } : { username: text.slice(0, at), password: text.slice(at + 1) }
}

/** A name and password within the URL belong into the fields for them. */
export function splitLogin(url: string): { uri: string; login: CurlLogin } {
  const match = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)@(.*)$/is.exec(url)
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
