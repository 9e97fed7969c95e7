import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useIsViewer } from '../../lib/session/account.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { readStored, writeStored } from '../../lib/session/storage.ts'

type ShortcutAction = 'search' | 'help' | 'overview' | 'tasks' | 'receivers' | 'create' | 'next' | 'previous'

/** Keys pressed one after the other. */
const sequences: Readonly<Record<string, ShortcutAction>> = {
  '/': 'search',
  '?': 'help',
  c: 'create',
  j: 'next',
  k: 'previous',
  'g o': 'overview',
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
export function useShortcuts(listShortcuts: () => void, openPalette: () => void): void {
  const navigate = useNavigate()
  const isViewer = useIsViewer()
  const previous = useRef<PressedKey>(undefined)
  useEffect(() => {
    const actions = {
      search: () => document.querySelector<HTMLElement>('[data-search]')?.focus(),
      help: listShortcuts,
      create: () => {
        if (isViewer) return
        const button = document.querySelector<HTMLElement>('[data-create]:not(:disabled)')
        if (button === null) void navigate(paths.newDraft)
        else button.click()
      },
      next: () => moveInList(1),
      previous: () => moveInList(-1),
      overview: () => void navigate(paths.overview),
      tasks: () => void navigate(paths.tasks),
      receivers: () => void navigate(paths.receivers),
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) {
        event.preventDefault()
        openPalette()
        return
      }
      if (!areSingleKeysOn() || isForSomethingElse(event)) return
      const pressed = { key: event.key, atMs: event.timeStamp }
      const action = shortcutOf(pressed, previous.current)
      previous.current = pressed
      if (action === undefined) return
      event.preventDefault()
      actions[action]()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [navigate, isViewer, listShortcuts, openPalette])
}

const singleKeysKey = 'single-key-shortcuts'

/**
 * Whether letters alone do something: speech input and unsteady hands press them by accident, so that they can be turned off in
 * this browser (WCAG 2.1.4). Combinations stay.
 */
export const areSingleKeysOn = (): boolean =>
  readStored(singleKeysKey, (stored) => (typeof stored === 'boolean' ? stored : undefined)) ?? true

export const turnSingleKeys = (isOn: boolean): boolean => writeStored(singleKeysKey, isOn)

/** Ctrl or Cmd and K, wherever the focus is, but not over a dialog. */
const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' &&
  (ctrlKey || metaKey) &&
  !altKey &&
  !shiftKey &&
  document.querySelector('[role="dialog"]') === null

/** Focuses the link of the next or previous row of the list; Enter then opens it. */
function moveInList(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-list-row] [data-row-link]')]
  const at = links.findIndex((link) => link.closest('[data-list-row]')?.contains(document.activeElement))
  const next = at === -1 ? (by === 1 ? 0 : links.length - 1) : at + by
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus()
}

/** Typing, a browser's own combination, or an open dialog. */
function isForSomethingElse(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const target = event.target
  if (target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select')))
    return true
  return document.querySelector('[role="dialog"], [role="menu"]') !== null
}
