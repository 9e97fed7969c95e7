import type { DeletedManyView } from '@knockwire/domain/delete-many'
import { useState } from 'react'
import { messageOf } from '../../lib/api/api-error.ts'
import { deleteSoon } from '../../lib/api/pending-deletions.ts'
import { snackbar } from '../../lib/browser/snackbar.ts'

/** The calls of one kind of thing. */
export interface BulkCalls {
  /** "task": its plural has an s. */
  thing: string
  /** As it is now: the list may show it as it was some seconds ago. */
  status: (id: string) => Promise<string>
  activate: (id: string) => Promise<unknown>
  deactivate: (id: string) => Promise<unknown>
  /** Deletes them by one call, which goes on where the page is left. */
  remove: (ids: readonly string[], options: DeleteOptions) => Promise<DeletedManyView>
  /** Resolves once its copy is opened. */
  duplicate: (id: string) => Promise<unknown>
  /** Shows what has changed. */
  refresh: () => Promise<unknown>
}

interface DeleteOptions {
  /** Those that are active, too. */
  deactivate: boolean
  /** The page is being left. */
  isKeptAlive: boolean
}

export interface BulkActions {
  isBusy: boolean
  activate: (ids: readonly string[]) => Promise<void>
  deactivate: (ids: readonly string[]) => Promise<void>
  remove: (ids: readonly string[], deactivate: boolean) => Promise<void>
  duplicate: (ids: readonly string[]) => Promise<void>
}

const counted = (count: number, thing: string) => (count === 1 ? `1 ${thing}` : `${count} ${thing}s`)

const states = { ACTIVE: 'active', DISABLED: 'disabled' } as const

/** Hides the Undo that a list offered last: beside that of a later action, it is not clear which of them it takes back. */
const hideLastUndo = new Map<string, () => void>()

const offerUndo = (thing: string, show: () => () => void) => {
  hideLastUndo.get(thing)?.()
  hideLastUndo.set(thing, show())
}

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

  /** Leaves out, and does not undo, what has that status already. */
  const change = async (
    ids: readonly string[],
    status: keyof typeof states,
    call: BulkCalls['activate'],
    back: BulkCalls['activate'],
  ) => {
    const changed: string[] = []
    const done = await each(ids, async (id) => {
      if ((await calls.status(id)) === status) return
      await call(id)
      changed.push(id)
    })
    const word = status === 'ACTIVE' ? 'activated' : 'deactivated'
    if (changed.length > 0)
      offerUndo(thing, () =>
        snackbar.undo(`${counted(changed.length, thing)} ${word}`, { onUndo: () => void each(changed, back) }),
      )
    else if (done.length === ids.length)
      snackbar.info(
        `${ids.length === 1 ? `The selected ${thing} is` : `All selected ${thing}s are`} ${states[status]} already.`,
      )
  }

  const remove = async (ids: readonly string[], options: DeleteOptions): Promise<void> => {
    try {
      const { problems } = await calls.remove(ids, options)
      // Those that are gone already were deleted elsewhere.
      const [problem, ...more] = problems.filter(({ code }) => code !== 'NOT_FOUND')
      if (problem !== undefined) snackbar.error(`${counted(more.length + 1, thing)} not deleted. ${problem.message}`)
    } catch (error) {
      snackbar.error(`${counted(ids.length, thing)} not deleted. ${messageOf(error)}`)
    }
    await refresh()
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
    activate: (ids) => busy(() => change(ids, 'ACTIVE', calls.activate, calls.deactivate)),
    deactivate: (ids) => busy(() => change(ids, 'DISABLED', calls.deactivate, calls.activate)),
    remove: (ids, deactivate) =>
      busy(async () => {
        offerUndo(thing, () =>
          deleteSoon({
            ids,
            message: `${counted(ids.length, thing)} deleted`,
            commit: (isKeptAlive) => remove(ids, { deactivate, isKeptAlive }),
          }),
        )
      }),
    duplicate: (ids) => busy(async () => ids[0] !== undefined && calls.duplicate(ids[0])),
  }
}
