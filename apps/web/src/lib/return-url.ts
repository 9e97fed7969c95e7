const home = '/dashboard'

interface Place {
  pathname: string
  search: string
}

/** Sign-in that comes back to where the visitor was [SH-18]. */
export const signInPath = ({ pathname, search }: Place): string =>
  `/signin?returnUrl=${encodeURIComponent(pathname + search)}`

/** Only a path of this site is followed: no other origin, no script, and not the sign-in pages themselves. */
export function safeReturnUrl(value: string | null, origin: string): string {
  if (value === null || !value.startsWith('/')) return home
  const url = parseUrl(value, origin)
  if (url === null || url.origin !== origin) return home
  if (['/signin', '/signup', '/logout', '/forgot'].includes(url.pathname)) return home
  return url.pathname + url.search + url.hash
}

function parseUrl(value: string, origin: string): URL | null {
  try {
    return new URL(value, origin)
  } catch {
    return null
  }
}
