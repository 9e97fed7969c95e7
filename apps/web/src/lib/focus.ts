import { useEffect, useRef } from 'react'

/** A dialog gives the focus back to what opened it; where that is gone, to what stands in for it. */
export function useReturnFocus() {
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

/** Shows the first field at fault to the keyboard; where it stays out of sight, the page is not scrolled to it. */
export function focusFirstError(within: HTMLElement | null, options?: FocusOptions): void {
  within?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(options)
}

/** Each time a save is rejected, the first invalid field is focused. */
export function useFocusFirstError<E extends HTMLElement>(rejections: number) {
  const within = useRef<E>(null)
  useEffect(() => {
    if (rejections > 0) focusFirstError(within.current)
  }, [rejections])
  return within
}
