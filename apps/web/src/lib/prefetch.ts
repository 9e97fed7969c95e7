import { type createBrowserRouter, matchRoutes, type Params } from 'react-router'
import { savesData } from './prefetch-when-idle.ts'
import { hasSessionHere } from './session.ts'

/** What a route's `handle` may hold. */
export interface PrefetchHandle {
  /** Fetches what its page shows first into the cache. */
  prefetch: (params: Params) => Promise<unknown>
}

/** A pointer that only passes by rests for less. */
const restMs = 80

/** The dashboard's address under an event: a link's, or that of the list's row around it. */
function pathUnder(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null
  const link = target.closest('a[href]') ?? target.closest('[data-list-row]')?.querySelector('a[data-row-link]')
  const path = link?.getAttribute('href') ?? null
  return path?.startsWith('/dashboard') === true ? path : null
}

/**
 * Loads a page's code and data once a link to it is rested on or focused. Never for visitors, who have no dashboard.
 */
export function prefetchOnIntent(router: ReturnType<typeof createBrowserRouter>): void {
  let timer: number | undefined
  const onIntent = ({ target }: Event) => {
    window.clearTimeout(timer)
    const path = pathUnder(target)
    if (path === null || !hasSessionHere() || savesData()) return
    timer = window.setTimeout(() => prefetch(router, path), restMs)
  }
  document.addEventListener('pointerover', onIntent, { passive: true })
  document.addEventListener('focusin', onIntent)
}

/** What fails is loaded again, and reported, when the page is opened. */
function prefetch(router: ReturnType<typeof createBrowserRouter>, path: string): void {
  for (const { route, params } of matchRoutes(router.routes, path) ?? []) {
    if (typeof route.lazy === 'function') route.lazy().catch(() => {})
    ;(route.handle as PrefetchHandle | undefined)?.prefetch(params).catch(() => {})
  }
}
