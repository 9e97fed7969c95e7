import { useSyncExternalStore } from 'react'
import { snackbar, undoMs } from '../browser/snackbar.ts'

interface PendingDeletion {
  ids: readonly string[]
  /** "2 tasks deleted" */
  message: string
  /** Deletes for good; `isKeptAlive`: the page is being left, and nobody waits for the answer. */
  commit: (isKeptAlive: boolean) => Promise<unknown>
  /** Beside showing it again. */
  onUndo?: () => void
}

interface Pending extends PendingDeletion {
  state: 'waiting' | 'committing'
  timer: ReturnType<typeof setTimeout> | undefined
  hideMessage: () => void
}

/** Anyone who rests on the message has longer to decide, but a message that is stuck keeps nothing from being deleted. */
const heldMs = 60_000

const pending = new Set<Pending>()
const listeners = new Set<() => void>()
let hiddenIds: readonly string[] = []

const publish = () => {
  hiddenIds = [...pending].flatMap(({ ids }) => ids)
  for (const listener of listeners) listener()
}

/** Ids stay hidden until they are gone from the server, so that no row comes back for a moment. */
const commit = async (deletion: Pending, isKeptAlive: boolean): Promise<void> => {
  if (deletion.state === 'committing') return
  deletion.state = 'committing'
  clearTimeout(deletion.timer)
  deletion.hideMessage()
  await deletion.commit(isKeptAlive)
  pending.delete(deletion)
  publish()
}

const undo = (deletion: Pending): void => {
  if (deletion.state === 'committing') return
  clearTimeout(deletion.timer)
  pending.delete(deletion)
  publish()
  deletion.onUndo?.()
}

/**
 * Hides what is deleted, and deletes it after a while: until then it can be taken back. The message offers that, but nothing
 * depends on it: its code may not have been loaded. Returns what deletes at once.
 */
export function deleteSoon(options: PendingDeletion): () => void {
  const deletion: Pending = { ...options, state: 'waiting', timer: undefined, hideMessage: () => {} }
  const finish = () => {
    if (pending.has(deletion)) void commit(deletion, false)
  }
  const waitFor = (ms: number) => {
    clearTimeout(deletion.timer)
    if (pending.has(deletion) && deletion.state === 'waiting') deletion.timer = setTimeout(finish, ms)
  }
  pending.add(deletion)
  publish()
  waitFor(undoMs)
  deletion.hideMessage = snackbar.undo(deletion.message, {
    onUndo: () => undo(deletion),
    onDismiss: finish,
    onHold: () => waitFor(heldMs),
    onRelease: () => waitFor(undoMs),
  })
  return finish
}

/** A user who leaves the page has seen it as deleted. Where the browser shows the page again, nothing is left to undo. */
window.addEventListener('pagehide', () => {
  for (const deletion of pending) void commit(deletion, true)
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What lists leave out. */
export const useHiddenIds = (): readonly string[] => useSyncExternalStore(subscribe, () => hiddenIds)
