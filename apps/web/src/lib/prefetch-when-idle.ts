/** People who ask their browser to save data get nothing that may not be needed. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Loads what is likely to be opened once the browser has nothing else to do. What fails is loaded again when it is opened. */
export function prefetchWhenIdle(load: () => Promise<unknown>): void {
  if (savesData()) return
  const start = () => void load().catch(() => {})
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) window.requestIdleCallback(start, { timeout: 5_000 })
  else setTimeout(start, 1_000)
}
