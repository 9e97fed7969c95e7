import { useEffect, useEffectEvent, useRef } from 'react'

/** Returns the focus to the element that opened a dialog; where that has disappeared, to a stand-in. */
export function useReturnFocus() {
  const opener = useRef<HTMLElement | null>(null)
  return {
    note: () => {
      const { activeElement } = document
      opener.current = activeElement instanceof HTMLElement ? activeElement : null
    },
    giveBack: (standIn: () => HTMLElement | null | undefined) => {
      // Once the dialog, which traps the focus, has closed.
      requestAnimationFrame(() => (opener.current?.isConnected ? opener.current : standIn())?.focus())
    },
  }
}

/** Focuses the first invalid field. */
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

const fields = 'input:not([type="hidden"]):not([type="radio"]), input[type="radio"]:checked, select'

/** Focuses the first field, where nothing has the focus: what had it went with what the fields replace. */
export function focusFirstField(within: HTMLElement | null): void {
  if (document.activeElement === document.body) within?.querySelector<HTMLElement>(fields)?.focus()
}

/** Within a Suspense, beside what it waits for: runs once that is there. */
export function OnArrival({ run }: { run: () => void }) {
  const arrived = useEffectEvent(run)
  useEffect(() => arrived(), [])
  return null
}
