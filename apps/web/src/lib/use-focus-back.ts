import { useRef } from 'react'

/** A dialog gives the focus back to what opened it; where that is gone, to what stands in for it. */
export function useFocusBack() {
  const opener = useRef<HTMLElement | null>(null)
  return {
    note: () => {
      const { activeElement } = document
      opener.current = activeElement instanceof HTMLElement ? activeElement : null
    },
    giveBack: (standIn: () => HTMLElement | null | undefined) => {
      // Once the dialog, which holds the focus, is gone.
      requestAnimationFrame(() => (opener.current?.isConnected ? opener.current : standIn())?.focus())
    },
  }
}
