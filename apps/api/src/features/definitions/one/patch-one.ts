import type { Transaction } from '@knockwire/db/client'
import { PutReceiverInput, PutTaskInput } from '@knockwire/domain/definitions/definition'
import type { ReceiverDefinitionView, TaskDefinitionView } from '@knockwire/domain/definitions/definition-views'
import { AppError, notFound } from '@knockwire/domain/errors'
import type { ApiContext, Caller } from '../../../context.ts'
import { receiverDefinitionOf, taskDefinitionOf } from '../stored/definition-of.ts'
import { etagOfReceiver, etagOfTask } from '../stored/etag.ts'
import { loadReceivers, loadTasks } from '../stored/load-stored.ts'
import { parsePatched } from '../../../plugins/request/merge-patch.ts'
import { type Precondition, type SavedOne, saveReceiverDefinition, saveTaskDefinition } from './save-one.ts'

interface PatchOne {
  id: string
  patch: unknown
  precondition: Precondition
  /** Checked as if it were saved, and not saved. */
  isDryRun?: boolean
}

/** What a save takes of a definition, but for notifications: those that a patch does not name stay as they are, left out. */
const writableOf = <View extends TaskDefinitionView | ReceiverDefinitionView>(view: View) => {
  const { id: _, version: _version, createdAt: _created, managedBy: _managed, ...definition } = view
  const { notifications: _notifications, ...writable } = definition
  return writable
}

/** What a save has to find again: where somebody saves between the reading and the saving, both are done once more. */
const mostTries = 5

const savingOver = async <Read, View>(
  read: () => Promise<Read>,
  save: (found: Read, match: string | undefined) => Promise<SavedOne<View>>,
  { etagOf, precondition }: { etagOf: (found: Read) => string; precondition: Precondition },
): Promise<SavedOne<View>> => {
  for (let tries = 1; ; tries += 1) {
    const found = await read()
    try {
      return await save(found, precondition.match ?? etagOf(found))
    } catch (error) {
      const isOurs =
        error instanceof AppError && error.code === 'PRECONDITION_FAILED' && precondition.match === undefined
      if (!isOurs || tries === mostTries) throw error
    }
  }
}

export const patchTask = (
  context: ApiContext,
  caller: Caller,
  { id, patch, precondition, isDryRun = false }: PatchOne,
): Promise<SavedOne<TaskDefinitionView>> =>
  savingOver(
    async () => {
      const [stored] = await context.db.transaction((tx: Transaction) =>
        loadTasks(tx, { accountId: caller.accountId, which: { ids: [id] } }),
      )
      if (stored === undefined) throw notFound('task')
      return stored
    },
    (stored, match) => {
      const { charts: _, ...definition } = writableOf(taskDefinitionOf(context.secrets, stored))
      const input = parsePatched(PutTaskInput, definition, patch)
      return saveTaskDefinition(context, caller, {
        found: { id },
        definition: input,
        precondition: { ...precondition, match },
        isDryRun,
      })
    },
    { etagOf: etagOfTask, precondition },
  )

export const patchReceiver = (
  context: ApiContext,
  caller: Caller,
  { id, patch, precondition, isDryRun = false }: PatchOne,
): Promise<SavedOne<ReceiverDefinitionView>> =>
  savingOver(
    async () => {
      const [stored] = await context.db.transaction((tx: Transaction) =>
        loadReceivers(tx, { accountId: caller.accountId, which: { ids: [id] } }),
      )
      if (stored === undefined) throw notFound('receiver')
      return stored
    },
    (stored, match) => {
      const shown = { settings: context.settings, secrets: context.secrets }
      const { url: _, ...definition } = writableOf(receiverDefinitionOf(shown, stored))
      const input = parsePatched(PutReceiverInput, definition, patch)
      return saveReceiverDefinition(context, caller, {
        found: { id },
        definition: input,
        precondition: { ...precondition, match },
        isDryRun,
      })
    },
    { etagOf: etagOfReceiver, precondition },
  )
