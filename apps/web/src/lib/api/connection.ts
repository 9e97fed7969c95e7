import { useSyncExternalStore } from 'react'

/** `offline`: the browser has no network. `unreachable`: it has, but the server does not respond. */
export type Connection = 'online' | 'offline' | 'unreachable'

let isReachable = true
const listeners = new Set<() => void>()

export const markReachable = () => setReachable(true)
export const markUnreachable = () => setReachable(false)

export const connection = (): Connection => {
  if (!navigator.onLine) return 'offline'
  return isReachable ? 'online' : 'unreachable'
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, connection)

/** Milliseconds after which a server that does not answer is asked again. */
export const checkEveryMs = 4_000

let checking: Promise<boolean> | undefined

/**
 * Whether the server answers now. It may while the browser has no network: it may run on the same machine. One call is made at a
 * time, and given up before the next one begins.
 */
export const checkServer = (): Promise<boolean> => (checking ??= callServer().finally(() => (checking = undefined)))

async function callServer(): Promise<boolean> {
  const response = await fetch('/healthz', { signal: AbortSignal.timeout(checkEveryMs - 500) }).catch(() => null)
  if (response?.ok) markReachable()
  return response?.ok === true
}

/** Resolves with the next change of the connection, at the latest when the server is to be asked again. */
export const whenConnectionChanges = (): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
    const timer = setTimeout(end, checkEveryMs)
    const unsubscribe = subscribe(end)
  })

/** At once where nothing is known against it; a network that has just come back is not trusted before the server has answered. */
export async function whenServerAnswers(): Promise<void> {
  if (connection() === 'online') return
  while (!(await checkServer())) await whenConnectionChanges()
}

function setReachable(value: boolean): void {
  if (isReachable === value) return
  isReachable = value
  notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
