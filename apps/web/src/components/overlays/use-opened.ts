import { useEffect, useState } from 'react'

/**
 * Whether a modal is open. It opens in an effect: one that is open from its first render notes no opener, to which the focus is
 * to return. Where it is removed rather than closed, the focus returns as well, which else would go with it.
 */
export function useOpened(opened: boolean): boolean {
  const [isOpen, setOpen] = useState(false)
  useFocusAfterUnmount(opened)
  useEffect(() => setOpen(opened), [opened])
  return isOpen
}

function useFocusAfterUnmount(opened: boolean): void {
  useEffect(() => {
    if (!opened) return
    const opener = document.activeElement
    return () => {
      // What returns the focus itself comes first.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        // A dialog that is there as the page is loaded has no opener.
        const target = opener === document.body ? document.querySelector('main') : opener
        if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true })
      })
    }
  }, [opened])
}
