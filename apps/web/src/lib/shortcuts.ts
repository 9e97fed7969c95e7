export type ShortcutAction = 'search' | 'help' | 'tasks' | 'receivers'

/** Keys pressed one after the other. */
const sequences: Readonly<Record<string, ShortcutAction>> = {
  '/': 'search',
  '?': 'help',
  'g t': 'tasks',
  'g r': 'receivers',
}

/** A second key counts only this soon after the first. */
const sequenceMs = 1_200

export interface PressedKey {
  key: string
  atMs: number
}

/** What a key does, given the key pressed before it. */
export function shortcutOf(pressed: PressedKey, previous: PressedKey | undefined): ShortcutAction | undefined {
  const isSoon = previous !== undefined && pressed.atMs - previous.atMs <= sequenceMs
  const inSequence = isSoon ? sequences[`${previous.key} ${pressed.key}`] : undefined
  return inSequence ?? sequences[pressed.key]
}
