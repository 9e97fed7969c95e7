import { useEffect, useRef } from 'react'

/** Pixels that the shell's bar and the table's head cover at the top of the window. */
const coveredTop = 96

/** Pixels of what is opened that are to be in sight. */
const shownHeight = 480

/**
 * For the row of what is opened by hand: it is scrolled into sight as it grows, its own row staying in sight above it, until the
 * reader does something else. What is open as the page appears stays where it is.
 */
export function useBringIntoView(isOpen: boolean) {
  const opened = useRef<HTMLTableRowElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const isOpening = isOpen && !wasOpen.current
    wasOpen.current = isOpen
    const details = opened.current
    if (!isOpening || details === null) return undefined
    const bring = () => {
      const top = (details.previousElementSibling ?? details).getBoundingClientRect().top
      const { top: start, bottom } = details.getBoundingClientRect()
      const below = Math.min(bottom, start + shownHeight) - window.innerHeight
      const by = Math.min(below, top - coveredTop)
      if (by > 0) window.scrollBy({ top: by })
    }
    const observer = new ResizeObserver(bring)
    observer.observe(details)
    const stop = () => observer.disconnect()
    const events = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
    for (const event of events) window.addEventListener(event, stop, { passive: true })
    return () => {
      stop()
      for (const event of events) window.removeEventListener(event, stop)
    }
  }, [isOpen])
  return opened
}
