import type { Params } from 'react-router'
import { paths } from './paths.ts'
import { savesData } from './prefetch-when-idle.ts'
import { connection } from '../api/connection.ts'
import { isSignedInOnPage } from '../session/session.ts'

/** What a route's `handle` holds. */
export interface PageHandle {
  /** Loads the page's code. */
  load: () => Promise<unknown>
  /** Fetches what it shows first into the cache. */
  prefetch?: ((params: Params) => Promise<unknown>) | undefined
}

interface PageMatch {
  route: { handle?: unknown }
  params: Params
}

/** A pointer that only passes by rests for less. */
const restMs = 80

/** The dashboard's address under an event: a link's, or that of the list's row around it. */
function pathUnder(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null
  const link = target.closest('a[href]') ?? target.closest('[data-list-row]')?.querySelector('a[data-row-link]')
  const path = link?.getAttribute('href') ?? null
  return path?.startsWith(paths.dashboard) === true ? path : null
}

/**
 * Loads a page's code and data once a link to it is rested on or focused. Never for visitors, who have no dashboard.
 */
export function prefetchOnIntent(match: (pathname: string) => readonly PageMatch[]): void {
  let timer: number | undefined
  const onIntent = ({ target }: Event) => {
    window.clearTimeout(timer)
    const path = pathUnder(target)
    if (path === null || !isSignedInOnPage() || savesData()) return
    timer = window.setTimeout(() => prefetch(match(pathnameOf(path))), restMs)
  }
  document.addEventListener('pointerover', onIntent, { passive: true })
  document.addEventListener('focusin', onIntent)
}

/** What fails is loaded again, and reported, where it is opened. While the server is out of reach nothing is: a browser may never load again what has failed. */
function prefetch(matches: readonly PageMatch[]): void {
  if (connection() !== 'online') return
  for (const { route, params } of matches) {
    const handle = route.handle as PageHandle | undefined
    handle?.prefetch?.(params).catch(() => {})
    handle?.load().catch(() => {})
  }
}

const pathnameOf = (path: string): string => new URL(path, window.location.origin).pathname
