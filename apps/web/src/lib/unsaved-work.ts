import { useEffect } from 'react'

const holders = new Set<symbol>()

/** Whether anything on this page would be lost by loading it anew. */
export const hasUnsavedWork = (): boolean => holders.size > 0

export function useUnsavedWork(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const holder = Symbol('unsaved work')
    holders.add(holder)
    return () => void holders.delete(holder)
  }, [isUnsaved])
}
