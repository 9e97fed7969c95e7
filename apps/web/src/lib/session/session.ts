import { useSyncExternalStore } from 'react'
import { readText, writeText } from '../browser/storage.ts'
import { rememberSignedIn } from './sign-in-memory.ts'
import { forgetAccount } from './storage.ts'
import { hasUnsavedWork } from '../editing/unsaved-work.ts'

const key = 'knockwire.reloaded-at'
const minGapMs = 10_000

let hasSession = false
let isExpiredOverUnsavedWork = false
const listeners = new Set<() => void>()

/** Whether the session has ended while something on the page was not saved: it is signed in to again over the page. */
export const useIsSessionExpired = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, isSessionExpired)

export const isSessionExpired = (): boolean => isExpiredOverUnsavedWork

function setExpiredOverUnsavedWork(value: boolean): void {
  if (isExpiredOverUnsavedWork === value) return
  isExpiredOverUnsavedWork = value
  for (const listener of listeners) listener()
}

/** Resolves once the session that has ended over unsaved work is signed in to again; rejects where the call is aborted. */
export function whenSignedInAgain(signal?: AbortSignal): Promise<void> {
  if (!isExpiredOverUnsavedWork) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const stop = () => {
      listeners.delete(onChange)
      signal?.removeEventListener('abort', onAbort)
    }
    const onChange = () => {
      if (isExpiredOverUnsavedWork) return
      stop()
      resolve()
    }
    const onAbort = () => {
      stop()
      reject(signal?.reason)
    }
    listeners.add(onChange)
    signal?.addEventListener('abort', onAbort)
  })
}

/** Whether an account has loaded on this page, and its session has not ended. */
export const isSignedInOnPage = (): boolean => hasSession

/** Called once the account has loaded: from then on a 401 means that the session has ended. */
export function markSignedIn(): void {
  hasSession = true
  setExpiredOverUnsavedWork(false)
  rememberSignedIn(true)
}

export function markSignedOut(): void {
  hasSession = false
  setExpiredOverUnsavedWork(false)
  rememberSignedIn(false)
  forgetAccount()
}

/** True where something unsaved is on the page, which then stays as it is beneath the dialog that asks for the password. */
export function expireSessionOverUnsavedWork(): boolean {
  if (!hasSession || !hasUnsavedWork()) return false
  setExpiredOverUnsavedWork(true)
  return true
}

/**
 * A 401 on a general call reloads the page, which ends at sign-in [ER-43]. Not where something typed would be lost, not where no account has
 * loaded on this page yet (visitors' pages; the dashboard redirects to sign-in), and not twice
 * within ten seconds, or one call that is always rejected would reload for ever.
 */
export function reloadOnSignedOut(now: number = Date.now()): void {
  if (expireSessionOverUnsavedWork()) return
  if (!hasSession || now - lastReloadAt() < minGapMs || !rememberReload(now)) return
  hasSession = false
  forgetAccount()
  window.location.reload()
}

const lastReloadAt = (): number => Number(readText('sessionStorage', key) ?? 0)

/** False where there is no place to remember the reload: then none is made. */
const rememberReload = (now: number): boolean => writeText('sessionStorage', key, String(now))

interface PageAddress {
  pathname: string
  search: string
}

/** Sign-in that comes back to where the visitor was [SH-18]. */
export const signInPath = ({ pathname, search }: PageAddress): string =>
  `/signin?returnUrl=${encodeURIComponent(pathname + search)}`
