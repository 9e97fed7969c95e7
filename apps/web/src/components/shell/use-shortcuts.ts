import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { PressedKey } from '../../lib/shortcuts.ts'
import { shortcutOf } from '../../lib/shortcuts.ts'

/** Listens to the page's shortcuts; a search field takes part by its attribute `data-search`. */
export function useShortcuts(listShortcuts: () => void): void {
  const navigate = useNavigate()
  const previous = useRef<PressedKey>(undefined)
  useEffect(() => {
    const actions = {
      search: () => document.querySelector<HTMLElement>('[data-search]')?.focus(),
      help: listShortcuts,
      tasks: () => void navigate('/dashboard/tasks'),
      receivers: () => void navigate('/dashboard/receivers'),
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (isForSomethingElse(event)) return
      const pressed = { key: event.key, atMs: event.timeStamp }
      const action = shortcutOf(pressed, previous.current)
      previous.current = pressed
      if (action === undefined) return
      event.preventDefault()
      actions[action]()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [navigate, listShortcuts])
}

/** Typing, a browser's own combination, or an open dialog. */
function isForSomethingElse(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const target = event.target
  if (target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select')))
    return true
  return document.querySelector('[role="dialog"], [role="menu"]') !== null
}
