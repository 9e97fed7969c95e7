import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { deleteSoon } from '../../lib/pending-deletions.ts'
import { snackbar } from '../../lib/snackbar.ts'

/** The calls of one kind of thing. */
export interface BulkCalls {
  /** "task": its plural has an s. */
  thing: string
  activate: (id: string) => Promise<unknown>
  deactivate: (id: string) => Promise<unknown>
  /** Deletes it whatever its status; `keepalive`: the page is being left. */
  remove: (id: string, keepalive: boolean) => Promise<unknown>
  /** Resolves once its copy is opened. */
  duplicate: (id: string) => Promise<unknown>
  /** Shows what has changed. */
  refresh: () => Promise<unknown>
}

export interface BulkActions {
  isBusy: boolean
  activate: (ids: readonly string[]) => Promise<void>
  deactivate: (ids: readonly string[]) => Promise<void>
  remove: (ids: readonly string[]) => Promise<void>
  duplicate: (ids: readonly string[]) => Promise<void>
}

const counted = (count: number, thing: string) => (count === 1 ? `1 ${thing}` : `${count} ${thing}s`)

/** What is done with several rows at once. Each can be taken back from its message. */
export function useBulkActions(calls: BulkCalls): BulkActions {
  const [isBusy, setBusy] = useState(false)
  const { thing, refresh } = calls

  /** One after the other; gives those for which it worked. */
  const each = async (ids: readonly string[], call: (id: string) => Promise<unknown>): Promise<string[]> => {
    const done: string[] = []
    const problems: string[] = []
    for (const id of ids) {
      try {
        await call(id)
        done.push(id)
      } catch (error) {
        problems.push(messageOf(error))
      }
    }
    const [problem] = problems
    if (problem !== undefined) snackbar.error(`${counted(problems.length, thing)} not changed. ${problem}`)
    await refresh()
    return done
  }

  const change = async (
    ids: readonly string[],
    word: string,
    call: BulkCalls['activate'],
    back: BulkCalls['activate'],
  ) => {
    const done = await each(ids, call)
    if (done.length > 0) snackbar.undo(`${counted(done.length, thing)} ${word}`, () => void each(done, back))
  }

  const busy = async (act: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    try {
      await act()
    } catch (error) {
      snackbar.error(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return {
    isBusy,
    activate: (ids) => busy(() => change(ids, 'activated', calls.activate, calls.deactivate)),
    deactivate: (ids) => busy(() => change(ids, 'deactivated', calls.deactivate, calls.activate)),
    remove: (ids) =>
      busy(async () => {
        deleteSoon({
          ids,
          message: `${counted(ids.length, thing)} deleted`,
          commit: (keepalive) =>
            keepalive
              ? Promise.all(ids.map((id) => calls.remove(id, true)))
              : each(ids, (id) => calls.remove(id, false)),
        })
      }),
    duplicate: (ids) => busy(async () => ids[0] !== undefined && calls.duplicate(ids[0])),
  }
}
