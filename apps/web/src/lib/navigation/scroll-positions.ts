/** Where a page is scrolled to once it is shown: nowhere, to its beginning or what the hash names, or to a position. */
export type Scroll = false | 'beginning' | number

const storageKey = 'knockwire-scroll'

const takeOver = (): void => {
  window.history.scrollRestoration = 'manual'
}

/** The positions of pages that were left, by their entries in the browser's history: Back and a reload return to them. */
export function createScrollPositions() {
  const positions = readPositions()
  takeOver()
  window.addEventListener('pageshow', takeOver)
  return {
    /** Notes where one page was left, and returns where the next begins. */
    move: (from: string, to: string, keepsScroll: boolean): Scroll => {
      const stored = positions.get(to)
      positions.set(from, window.scrollY)
      return stored ?? (keepsScroll ? false : 'beginning')
    },
    /** As the document is left. */
    store: (key: string): void => {
      positions.set(key, window.scrollY)
      try {
        sessionStorage.setItem(storageKey, JSON.stringify([...positions]))
      } catch {
        // Without storage a reload begins at the top.
      }
      window.history.scrollRestoration = 'auto'
    },
  }
}

function readPositions(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return new Map(Array.isArray(stored) ? stored.filter(isPosition) : [])
  } catch {
    return new Map()
  }
}

const isPosition = (value: unknown): value is [string, number] =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number'

/** The element that a hash names, if it names one. */
export function scrollTo(scroll: Scroll, hash: string): void {
  if (scroll === false) return
  const named = scroll === 'beginning' ? elementOf(hash) : null
  if (named !== null) named.scrollIntoView()
  else window.scrollTo(0, scroll === 'beginning' ? 0 : scroll)
}

function elementOf(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    // Not an id that can be decoded.
    return null
  }
}
