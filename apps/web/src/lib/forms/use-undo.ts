import { useEffect, useMemo, useRef } from 'react'
import { snackbar } from '../browser/snackbar.ts'

/** Offers to take back what was discarded on this page: until the next edit, or until the page is left. */
export function useUndo() {
  const hide = useRef<(() => void) | null>(null)
  const undo = useMemo(
    () => ({
      offer: (text: string, onUndo: () => void) => {
        hide.current?.()
        hide.current = snackbar.undo(text, { onUndo })
      },
      withdraw: () => {
        hide.current?.()
        hide.current = null
      },
    }),
    [],
  )
  useEffect(() => undo.withdraw, [undo])
  return undo
}
