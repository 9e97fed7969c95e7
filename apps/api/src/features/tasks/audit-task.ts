import type { Transaction } from '@knockwire/db/client'
import type { AuditAction } from '@knockwire/domain/audit/audit-actions'
import { changesAt, type FieldChange } from '@knockwire/domain/audit/changes'
import { audit } from '../../access/audit.ts'
import { taskName, type TaskRow } from '../../access/owned/owned-task.ts'
import type { ApiContext, Caller } from '../../context.ts'
import { presentTask } from '../../access/owned/present-task.ts'
import type { TaskChange } from './task-change.ts'
import { maskRequests } from '@knockwire/domain/audit/mask-requests'

interface Event {
  action: AuditAction
  task: TaskRow['task']
  changes?: readonly FieldChange[]
}

export const auditTask = (
  context: ApiContext,
  tx: Transaction,
  caller: Caller,
  { action, task, changes = [] }: Event,
): Promise<void> =>
  audit(context, tx, caller, { action, object: { type: 'TASK', id: task.id, name: taskName(task) }, changes })

interface Saved {
  change: TaskChange
  saved: TaskRow
  activates: boolean
}

/** A save that changes nothing is no event; one that activates the task is two. */
export const auditSave = async (
  context: ApiContext,
  tx: Transaction,
  caller: Caller,
  { change: { locked, changed }, saved, activates }: Saved,
): Promise<void> => {
  const changes = changesAt(changed, {
    before: maskRequests(presentTask(null, locked)),
    after: maskRequests(presentTask(null, saved)),
  })
  const { task } = saved
  if (changes.length > 0) await auditTask(context, tx, caller, { action: 'task.updated', task, changes })
  if (activates) await auditTask(context, tx, caller, { action: 'task.activated', task })
}
