import type { Transaction } from '@knockwire/db/client'
import { retryOnDeadlock } from '@knockwire/db/failures/retry-on-deadlock'
import { notifications } from '@knockwire/db/schema/notifications'
import { AppError } from '@knockwire/domain/errors'
import { deleteTasks } from '@knockwire/services/tasks/delete-tasks'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { raiseRevision } from '../../access/owned/hand-edits.ts'
import { findTask, lockTaskRow, type TaskRow } from '../../access/owned/owned-task.ts'
import { lockSeen, type SeenTask } from './task-change.ts'
import { auditTask } from './audit-task.ts'

/** Deletes a task, or a draft, with everything of it; one that is active only where `deactivate` says so. */
export const deleteTask = (
  context: ApiContext,
  caller: Caller,
  { deactivate, untouched = false, ...seen }: SeenTask & { deactivate: boolean; untouched?: boolean },
): Promise<void> =>
  retryOnDeadlock(() =>
    context.db.transaction(async (tx) => {
      // Wait for a transaction that saves the draft, or adds a notification to it.
      if (untouched) await lockTaskRow(tx, caller, seen.taskId)
      const { task, schedule } = await readSeen(context, tx, caller, seen)
      if (untouched && (await isTouched(tx, task))) return
      if (!task.isDraft && schedule.status === 'ACTIVE' && !deactivate)
        throw new AppError('CONFLICT', 'This task is active. Deactivate it first.')
      await deleteTasks(tx, [seen.taskId])
      await raiseRevision(tx, caller.accountId, task.managedBy)
      await auditTask(context, tx, caller, { action: task.isDraft ? 'task.draft_deleted' : 'task.deleted', task })
    }),
  )

/** Whether a draft holds something, or was left for Slack, to which it comes back; any task does. */
const isTouched = async (tx: Transaction, { id, isDraft, version, lastSlackSetupAt }: TaskRow['task']) =>
  !isDraft ||
  version > 1 ||
  lastSlackSetupAt !== null ||
  (await tx.$count(notifications, eq(notifications.taskId, id))) > 0

/** A version keeps the schedule locked, which the result of a run may be waiting for with an execution locked. */
const readSeen = (context: ApiContext, tx: Transaction, caller: Caller, seen: SeenTask): Promise<TaskRow> =>
  seen.version === undefined ? findTask(tx, caller, seen.taskId) : lockSeen(context, tx, caller, seen)
