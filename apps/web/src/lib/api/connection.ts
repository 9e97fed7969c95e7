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
