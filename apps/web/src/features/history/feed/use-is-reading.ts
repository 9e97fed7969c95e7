import { useSyncExternalStore } from 'react'

const events = ['scroll', 'focusin', 'focusout'] as const
const options = { capture: true, passive: true }

function subscribe(listener: () => void): () => void {
  for (const event of events) window.addEventListener(event, listener, options)
  return () => {
    for (const event of events) window.removeEventListener(event, listener, options)
  }
}

/** The shell's bar, which covers what is scrolled below it. */
const barPixels = 56

function isReading(): boolean {
  const rows = document.querySelector('[data-history-rows]')
  const first = rows?.firstElementChild?.getBoundingClientRect()
  if (first === undefined) return false
  return first.bottom < barPixels || rows?.querySelector(':focus-visible') !== null
}

/** Whether the history is scrolled past its first row, or the keyboard is in its rows: new ones would move what is read. */
export const useIsReading = (): boolean => useSyncExternalStore(subscribe, isReading)
