import { useEffect, useState, useSyncExternalStore } from 'react'

/** Those who have unsaved work on this page, each with the words that say so where its page is left. */
const holders = new Map<symbol, string | null>()
const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether anything on this page would be lost by loading it again. */
export const hasUnsavedWork = (): boolean => holders.size > 0

/** The same, for what is shown. */
export const useHasUnsavedWork = (): boolean => useSyncExternalStore(subscribe, hasUnsavedWork)

/** What is said of the work beside what this holder has; null where there is none. */
export const unsavedWorkBeside = (holder: symbol): string | null => {
  for (const [other, message] of holders) if (other !== holder && message !== null) return message
  return null
}

const isAnyLostWithPage = (): boolean => [...holders.values()].some((message) => message !== null)

/** Whether a dialog over this page, or another part of it, has work that is lost with the page whatever becomes of its form. */
export const useIsWorkLostWithPage = (): boolean => useSyncExternalStore(subscribe, isAnyLostWithPage)

/**
 * @param message - for work that is lost with its page whatever becomes of the rest of it, such as that of a dialog.
 * @returns who holds it.
 */
export function useUnsavedWork(isUnsaved: boolean, message: string | null = null): symbol {
  const [holder] = useState(() => Symbol('unsaved work'))
  useEffect(() => {
    if (!isUnsaved) return
    holders.set(holder, message)
    changed()
    return () => {
      holders.delete(holder)
      changed()
    }
  }, [holder, isUnsaved, message])
  return holder
}
