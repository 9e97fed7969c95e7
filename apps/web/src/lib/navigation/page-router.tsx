import {
  createContext,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { Router } from 'react-router'
import type { BlockedNavigation, Navigate, PageHistory } from './page-history.ts'
import { scrollTo } from './scroll-positions.ts'

const PagesContext = createContext<PageHistory | null>(null)
const IsLoadedContext = createContext(false)

function usePages(): PageHistory {
  const pages = use(PagesContext)
  if (pages === null) throw new Error('There is no PageRouter around.')
  return pages
}

/**
 * React Router's declarative router over addresses whose pages are loaded before they are shown. Its data router does that as
 * well, for 13 KB more: docs/decisions/0027-what-a-page-weighs.md.
 */
export function PageRouter({ pages, children }: { pages: PageHistory; children: ReactNode }) {
  const [place, setPlace] = useState(pages.place)
  useLayoutEffect(() => {
    const update = () => startTransition(() => setPlace(pages.place()))
    // It may have been loaded meanwhile.
    update()
    return pages.subscribe(update)
  }, [pages])
  useLayoutEffect(() => scrollTo(place.scroll, place.location.hash), [place])
  return (
    <PagesContext value={pages}>
      <IsLoadedContext value={place.isLoaded}>
        <Router location={place.location} navigationType={place.action} navigator={pages.navigator}>
          {children}
        </Router>
      </IsLoadedContext>
    </PagesContext>
  )
}

/** Opens an address of ours, which is absolute, or another search of this one's. The function is always the same. */
export const useNavigate = (): Navigate => usePages().navigate

/** Whether the page that was navigated to is still being loaded. */
export function useIsNavigating(): boolean {
  const pages = usePages()
  return useSyncExternalStore(pages.subscribe, pages.isLoading)
}

/** False until the first page's code is loaded. */
export const useIsPageLoaded = (): boolean => use(IsLoadedContext)

/** Blocks the navigations away from this page that need a confirmation first. */
export function useBlocker(shouldBlock: (pathname: string) => boolean) {
  const pages = usePages()
  const [blocked, setBlocked] = useState<BlockedNavigation | null>(null)
  useEffect(() => pages.block({ shouldBlock, onBlocked: setBlocked }), [pages, shouldBlock])
  return {
    blocked,
    stay: () => setBlocked(null),
    leave: () => {
      setBlocked(null)
      blocked?.proceed()
    },
  }
}
