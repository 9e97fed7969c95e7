import { useEffect, useRef } from 'react'

interface EditKeys {
  isEnabled: boolean
  /** Ctrl+Enter or Cmd+Enter. */
  onSave: () => void
  /** Escape; where it is absent, Escape does nothing. */
  onCancel?: (() => void) | undefined
}

/** The keys of a form on a page. They are left to dialogs and dropdowns while one is open. */
export function useEditKeys(keys: EditKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { isEnabled, onSave, onCancel } = latest.current
      if (!isEnabled || event.isComposing || isSomethingOver()) return
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isChoosing(event.target)) {
        event.preventDefault()
        onSave()
      } else if (event.key === 'Escape' && !isOpen(event.target)) onCancel?.()
    }
    // Before anything closes on the same key: afterwards a dropdown would no longer be seen as open.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}

const isSomethingOver = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null

const openOne = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('[data-expanded="true"], [aria-expanded="true"]') : null

/** Escape closes it. */
const isOpen = (target: EventTarget | null): boolean => openOne(target) !== null

/** Enter takes the option that is marked; suggestions of which none is marked are no concern of it. */
const isChoosing = (target: EventTarget | null): boolean => {
  const open = openOne(target)
  return open !== null && (!open.matches('input') || open.hasAttribute('aria-activedescendant'))
}
