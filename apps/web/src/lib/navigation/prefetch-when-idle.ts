import { whenServerAnswers } from '../api/connection.ts'

/** People who ask their browser to save data get nothing that may not be needed. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** A page that nobody touches has long shown all that it loads by then. */
const restMs = 4_000

const touches = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const

let touched: Promise<void> | undefined

/** Resolves with the first sign that somebody is about to use the page. */
const whenTouched = (): Promise<void> =>
  (touched ??= new Promise((resolve) => {
    for (const touch of touches)
      document.addEventListener(touch, () => resolve(), { capture: true, passive: true, once: true })
  }))

const whenRested = () => new Promise<void>((resolve) => window.setTimeout(resolve, restMs))

/**
 * Loads what is likely to be opened, after everything that the page shows: once somebody points at it, scrolls or types, or
 * it has rested, and the browser has nothing else to do; while the server is out of reach, once it answers. What fails is loaded again when it is opened.
 */
export function prefetchWhenIdle(load: () => Promise<unknown>): void {
  if (!savesData()) void waitAndLoad(load)
}

async function waitAndLoad(load: () => Promise<unknown>): Promise<void> {
  await Promise.race([whenTouched(), whenRested()])
  const start = () => {
    void whenServerAnswers()
      .then(load)
      .catch(() => {})
  }
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) window.requestIdleCallback(start, { timeout: 5_000 })
  else setTimeout(start, 1_000)
}
