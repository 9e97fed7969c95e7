import { useEffect, useEffectEvent, useRef } from 'react'

/** Returns the focus to the element that opened a dialog; where that has disappeared, to a stand-in. */
export function useReturnFocus() {
  const opener = useRef<HTMLElement | null>(null)
  return {
    remember: () => {
      const { activeElement } = document
      opener.current = activeElement instanceof HTMLElement ? activeElement : null
    },
    restore: (standIn: () => HTMLElement | null | undefined) => {
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

/** What took the focus because what had it is gone. */
let standIn: Element | null = null

/** Whether nothing has the focus that somebody chose: what had it is gone. */
export const hasLostFocus = (): boolean =>
  document.activeElement === document.body || (standIn !== null && document.activeElement === standIn)

const focusable = 'button, a[href], input, select, textarea, [tabindex]'

/** Phones open their keyboard for a field that has the focus. */
const isFit = (element: HTMLElement): boolean =>
  !element.matches(':disabled, [type="hidden"]') &&
  element.checkVisibility() &&
  !(element.matches('input:not([type="checkbox"]), textarea') && window.matchMedia('(pointer: coarse)').matches)

const firstFocusable = (place: Element): HTMLElement | undefined =>
  [...place.querySelectorAll<HTMLElement>(focusable)].find(isFit)

/**
 * Keeps the focus in its place on the page where the element that has it is removed, as a button that goes with its press: the
 * nearest element that is still there takes it. Without it, the keyboard would begin again at the top of the page. What
 * returns the focus itself, as a dialog does, comes first.
 */
export function keepFocusInPlace(): () => void {
  let path: readonly Element[] = []
  const remember = ({ target }: FocusEvent) => {
    path = target instanceof Element ? ancestorsOf(target) : []
    if (target !== standIn) standIn = null
  }
  const restore = () => {
    const [last, ...around] = path
    if (document.activeElement !== document.body || last === undefined || last.isConnected) return
    const next = around.filter(({ isConnected }) => isConnected).flatMap((place) => firstFocusable(place) ?? [])[0]
    path = []
    if (next === undefined) return
    standIn = next
    next.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    const [last] = path
    if (last === undefined || last.isConnected || document.activeElement !== document.body) return
    requestAnimationFrame(() => requestAnimationFrame(restore))
  })
  document.addEventListener('focusin', remember)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', remember)
  }
}

/** Without those that hold what belongs elsewhere: the place of all overlays, where messages stand beside a menu. */
function ancestorsOf(element: Element): Element[] {
  const path: Element[] = []
  for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
    if (at.matches('[data-portal]')) break
    path.push(at)
  }
  return path
}

/**
 * Focuses the field in which one begins, with what it holds selected: on a page that has just been opened, where nothing that
 * somebody chose has the focus.
 */
export function beginIn(field: HTMLInputElement | null): void {
  if (field === null || !isFit(field) || !(hasLostFocus() || document.activeElement?.matches('main'))) return
  field.focus({ preventScroll: true })
  field.select()
}

/** Focuses the first field, where nothing has the focus: what had it went with what the fields replace. */
export function focusFirstField(within: HTMLElement | null): void {
  if (hasLostFocus()) within?.querySelector<HTMLElement>(fields)?.focus()
}

/** Within a Suspense, beside what it waits for: runs once that is there. */
export function OnArrival({ run }: { run: () => void }) {
  const arrived = useEffectEvent(run)
  useEffect(() => arrived(), [])
  return null
}
