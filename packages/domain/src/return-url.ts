const home = '/dashboard'

const signInPages = new Set(['/signin', '/signup', '/logout', '/forgot'])

/**
 * Where to go after signing in: only a path of this site is followed, no other origin, no script, and not the pages of
 * signing in themselves. What it gives is judged again as a browser will read it: the path that is left of
 * `/.//evil.example` is `//evil.example`, which names another host.
 */
export const safeReturnUrl = (value: string | null | undefined, origin: string): string => {
  if (value === null || value === undefined || !value.startsWith('/')) return home
  const url = URL.parse(value, origin)
  if (url === null || url.origin !== origin || signInPages.has(url.pathname)) return home
  const path = url.pathname + url.search + url.hash
  return URL.parse(path, origin)?.href === url.href ? path : home
}
