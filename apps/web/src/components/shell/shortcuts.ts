import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'

type ShortcutAction = 'search' | 'help' | 'tasks' | 'receivers'

/** Keys pressed one after the other. */
const sequences: Readonly<Record<string, ShortcutAction>> = {
  '/': 'search',
  '?': 'help',
  'g t': 'tasks',
  'g r': 'receivers',
}

/** A second key counts only this soon after the first. */
const sequenceMs = 1_200

interface PressedKey {
  key: string
  atMs: number
}

/** What a key does, given the key pressed before it. */
export function shortcutOf(pressed: PressedKey, previous: PressedKey | undefined): ShortcutAction | undefined {
  const isSoon = previous !== undefined && pressed.atMs - previous.atMs <= sequenceMs
  const inSequence = isSoon ? sequences[`${previous.key} ${pressed.key}`] : undefined
  return inSequence ?? sequences[pressed.key]
}

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
