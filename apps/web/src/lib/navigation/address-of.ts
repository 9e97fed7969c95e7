import { createPath, parsePath, type Path, type To } from 'react-router'

/** The address that a navigation leads to. One that names no path is another search of the path that is shown. */
export function addressOf(to: To, shownPathname: string): Path {
  const path = typeof to === 'string' ? parsePath(to) : to
  const pathname = path.pathname ?? shownPathname
  // A search may be given without its question mark.
  const { search = '', hash = '' } = parsePath(createPath({ ...path, pathname }))
  return { pathname, search, hash }
}
