import { useSyncExternalStore } from 'react'

/** One clock for the whole page: a hundred relative times cost one timer. */
const listeners = new Set<() => void>()
let timer: number | undefined
let nowMs = Date.now()

/** Now, refreshed every second while something shows it and the page is visible. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => nowMs)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) start()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stop()
  }
}

function start(): void {
  nowMs = Date.now()
  timer = window.setInterval(tick, 1_000)
}

function stop(): void {
  window.clearInterval(timer)
  timer = undefined
}

function tick(): void {
  if (document.hidden) return
  nowMs = Date.now()
  for (const listener of listeners) listener()
}
