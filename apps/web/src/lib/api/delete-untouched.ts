import { useEffect, useEffectEvent } from 'react'
import { hasUnsavedWork } from '../editing/unsaved-work.ts'

const shown = new Set<string>()

/**
 * Deletes a draft that nobody touched once its page is left for another one of ours. A document that is left may come back by a
 * reload: the server deletes such drafts by itself after a day, and lists none of them.
 *
 * @param remove Deletes it where the server finds it untouched as well.
 */
export function useDeleteUntouched(draftId: string, isUntouched: () => boolean, remove: () => Promise<unknown>): void {
  const leave = useEffectEvent(() => {
    // A dialog over it may hold what was typed.
    if (hasUnsavedWork() || !isUntouched()) return
    // Effects run twice while developing: the page may be there again. A failure leaves a draft that is deleted by itself.
    setTimeout(() => {
      if (!shown.has(draftId)) remove().catch(() => {})
    }, 0)
  })
  useEffect(() => {
    shown.add(draftId)
    return () => {
      shown.delete(draftId)
      leave()
    }
  }, [draftId])
}
