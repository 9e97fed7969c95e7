import { useSyncExternalStore } from 'react'
import { snackbar } from './snackbar.ts'

interface PendingDeletion {
  ids: readonly string[]
  /** "2 tasks deleted" */
  message: string
  /** Deletes for good; `keepalive`: the page is being left, and nobody waits for the answer. */
  commit: (keepalive: boolean) => Promise<unknown>
  /** Beside showing it again. */
  onUndo?: () => void
}

const pending = new Set<PendingDeletion>()
const listeners = new Set<() => void>()
let hiddenIds: ReadonlySet<string> = new Set()

const publish = () => {
  hiddenIds = new Set([...pending].flatMap(({ ids }) => ids))
  for (const listener of listeners) listener()
}

/** Ids stay hidden until they are gone from the server, so that no row comes back for a moment. */
const finish = async (deletion: PendingDeletion) => {
  if (!committing.has(deletion)) {
    committing.add(deletion)
    await deletion.commit(false)
  }
  pending.delete(deletion)
  committing.delete(deletion)
  publish()
}

const committing = new Set<PendingDeletion>()

/** Hides what is deleted, and deletes it once its message is gone: until then it can be taken back. Returns what hides the message. */
export function deleteSoon(deletion: PendingDeletion): () => void {
  pending.add(deletion)
  publish()
  let isUndone = false
  return snackbar.undo(
    deletion.message,
    () => {
      isUndone = true
      pending.delete(deletion)
      publish()
      deletion.onUndo?.()
    },
    () => {
      if (!isUndone) void finish(deletion)
    },
  )
}

/** A user who leaves the page has seen it as deleted. */
window.addEventListener('pagehide', () => {
  for (const deletion of pending) {
    if (committing.has(deletion)) continue
    committing.add(deletion)
    void deletion.commit(true)
  }
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What lists leave out. */
export const useHiddenIds = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => hiddenIds)
