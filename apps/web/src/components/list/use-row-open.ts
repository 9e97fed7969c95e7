import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'

/** Where the row's link is covered by text that can be selected, the row opens all the same, in a new tab where requested. */
export function useRowOpen() {
  const navigate = useNavigate()
  return (path: string) => ({
    onClick: (event: MouseEvent) => {
      if (isForSomethingElse(event)) return
      if (event.ctrlKey || event.metaKey) window.open(path)
      else void navigate(path)
    },
    onAuxClick: (event: MouseEvent) => {
      if (event.button === 1 && !isForSomethingElse(event)) window.open(path)
    },
  })
}

/** A control of its own, or text that is being selected. */
const isForSomethingElse = ({ target, currentTarget, defaultPrevented }: MouseEvent): boolean => {
  if (defaultPrevented || !(target instanceof Element)) return true
  const control = target.closest('a, button, input, label')
  if (control !== null && currentTarget.contains(control)) return true
  return isSelectingText()
}

/** Whether text is selected: a click that ends a selection is no press of what it is in. */
export const isSelectingText = (): boolean => window.getSelection()?.isCollapsed === false
