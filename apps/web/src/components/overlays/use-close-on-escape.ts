import { useEffect } from 'react'

/**
 * Closes a menu or a popover wherever the focus is. Mantine does so only where it is within, and moves it there a moment
 * after opening: an Escape in between would be lost, and the next press of the button would close what it should open.
 */
export function useCloseOnEscape(isOpen: boolean, setOpen: (isOpen: boolean) => void): void {
  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = ({ key, isComposing }: KeyboardEvent) => {
      if (key === 'Escape' && !isComposing) setOpen(false)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isOpen, setOpen])
}
