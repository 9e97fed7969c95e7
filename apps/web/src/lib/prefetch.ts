import type { Params } from 'react-router'
import type { LazyPart } from './lazy-part.ts'
import { savesData } from './prefetch-when-idle.ts'
import { hasSessionHere } from './session.ts'

/** What a route's `handle` may hold. */
export interface PageHandle {
  /** What the page consists of: loaded before it is shown. */
  parts: readonly Pick<LazyPart<never>, 'preload' | 'isLoaded'>[]
  /** Fetches what its page shows first into the cache. */
  prefetch?: (params: Params) => Promise<unknown>
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
export function prefetchOnIntent(load: (path: string) => Promise<unknown> | undefined): void {
  let timer: number | undefined
  const onIntent = ({ target }: Event) => {
    window.clearTimeout(timer)
    const path = pathUnder(target)
    if (path === null || !hasSessionHere() || savesData()) return
    timer = window.setTimeout(() => void load(pathnameOf(path)), restMs)
  }
  document.addEventListener('pointerover', onIntent, { passive: true })
  document.addEventListener('focusin', onIntent)
}

const pathnameOf = (path: string): string => new URL(path, window.location.origin).pathname
