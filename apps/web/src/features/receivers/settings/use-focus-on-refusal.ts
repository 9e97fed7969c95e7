import { useEffect, useRef } from 'react'
import { focusFirstError } from '../../../lib/focus-first-error.ts'

/** Each time something was refused, the keyboard goes on at the first field at fault. */
export function useFocusOnRefusal<E extends HTMLElement>(refusals: number) {
  const within = useRef<E>(null)
  useEffect(() => {
    if (refusals > 0) focusFirstError(within.current)
  }, [refusals])
  return within
}
