import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  type Navigator,
  NavigationType,
  type To,
} from 'react-router'
import { addressOf } from './address-of.ts'
import { createScrollPositions, type Scroll } from './scroll-positions.ts'

/** What is shown. */
export interface Place {
  location: Location
  action: NavigationType
  scroll: Scroll
  /** Whether the page's code has been loaded: false until the first page's is. */
  isLoaded: boolean
}

/** A navigation away from a page that needs a confirmation first. */
export interface BlockedNavigation {
  /** Distinguishes it from the one before. */
  key: number
  proceed: () => void
}

interface Blocker {
  shouldBlock: (pathname: string) => boolean
  onBlocked: (blocked: BlockedNavigation) => void
}

export interface NavigateOptions {
  replace?: boolean
  state?: unknown
  preventScrollReset?: boolean
}

/** Ends when the page is shown, or when another navigation has replaced this one. */
export type Navigate = (to: To, options?: NavigateOptions) => Promise<void>

type GoTo = (to: To, options: NavigateOptions) => Promise<void>

export interface PageHistory {
  place: () => Place
  /** Whether the next page's code is being loaded. */
  isLoading: () => boolean
  subscribe: (listener: () => void) => () => void
  navigate: Navigate
  /** For React Router's own links and hooks. */
  navigator: Navigator
  /** One at a time: the page's guard. */
  block: (blocker: Blocker) => () => void
}

/**
 * The addresses that are visited. A page is shown once its code is loaded: until then the one before stays, with its address,
 * and the newest navigation wins.
 *
 * @param load Loads what the page at a path consists of, or returns undefined where it is loaded. It never fails: the page
 * shows what could not be loaded.
 */
export function createPageHistory(load: (pathname: string) => Promise<unknown> | undefined): PageHistory {
  const history = createBrowserHistory()
  const scroll = createScrollPositions()
  const listeners = new Set<() => void>()
  let place: Place = { location: history.location, action: NavigationType.Pop, scroll: false, isLoaded: false }
  let isLoading = false
  let newest = 0
  const notify = () => listeners.forEach((listener) => listener())

  const show = (action: NavigationType, keepsScroll = false) => {
    const { location } = history
    place = { location, action, isLoaded: true, scroll: scroll.move(place.location.key, location.key, keepsScroll) }
    isLoading = false
    notify()
  }

  /** At once where the code is there already. */
  const open = async (pathname: string, commit: () => void, isReplacing = false): Promise<void> => {
    const isShown = place.isLoaded && pathname === place.location.pathname
    // A search that ends while another page is being loaded does not take back that page.
    const turn = isShown && isReplacing ? newest : ++newest
    const loading = isShown ? undefined : load(pathname)
    if (loading !== undefined) {
      isLoading = true
      notify()
      await loading
      if (turn !== newest) return
    }
    commit()
  }

  const blocking = createBlocking()

  const go = async (to: To, { replace = false, state, preventScrollReset }: NavigateOptions): Promise<void> => {
    const target = addressOf(to, place.location.pathname)
    if (blocking.stops(target.pathname, place.location.pathname, () => void go(target, { replace, state }))) return
    await open(
      target.pathname,
      () => {
        if (replace) history.replace(target, state)
        else history.push(target, state)
        show(replace ? NavigationType.Replace : NavigationType.Push, preventScrollReset)
      },
      replace,
    )
  }

  history.listen(({ location, delta }) => {
    if (blocking.isUndo()) return
    const again = () => history.go(delta ?? 0)
    // What left no number in the browser's history, such as a link to a heading, cannot be undone.
    if (delta !== null && blocking.stops(location.pathname, place.location.pathname, again)) {
      blocking.expectUndo()
      history.go(-delta)
      return
    }
    void open(location.pathname, () => show(NavigationType.Pop))
  })
  window.addEventListener('pagehide', () => scroll.store(place.location.key))
  void open(place.location.pathname, () => show(NavigationType.Pop))

  return {
    place: () => place,
    isLoading: () => isLoading,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    navigate: (to, options = {}) => go(to, options),
    navigator: navigatorOf(history, go),
    block: blocking.block,
  }
}

/** For React Router's own links and hooks. */
const navigatorOf = (history: ReturnType<typeof createBrowserHistory>, go: GoTo): Navigator => ({
  createHref: (to) => history.createHref(to),
  createURL: (to) => history.createURL(to),
  encodeLocation: (to) => history.encodeLocation(to),
  go: (delta) => history.go(delta),
  push: (to, state, options) => void go(to, { ...options, state }),
  replace: (to, state, options) => void go(to, { ...options, state, replace: true }),
})

/** The page's guard, and the browser's own steps that are undone until the user has confirmed. */
function createBlocking() {
  let blocker: Blocker | undefined
  let key = 0
  let isPassing = false
  let isUndoing = false
  return {
    block: (added: Blocker) => {
      blocker = added
      return () => {
        if (blocker === added) blocker = undefined
      }
    },
    /** Whether the navigation to `next` is blocked; `again` repeats it once the user has confirmed. */
    stops: (next: string, current: string, again: () => void): boolean => {
      const passes = isPassing || next === current || blocker?.shouldBlock(next) !== true
      isPassing = false
      if (passes) return false
      blocker?.onBlocked({
        key: ++key,
        proceed: () => {
          isPassing = true
          again()
        },
      })
      return true
    },
    expectUndo: () => {
      isUndoing = true
    },
    /** Whether this step of the browser undoes another. */
    isUndo: (): boolean => {
      const was = isUndoing
      isUndoing = false
      return was
    },
  }
}
