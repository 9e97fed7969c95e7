import { throwIfInvalid } from '@knockwire/domain/errors'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { noteHandEdit, pointersOf } from '../../access/owned/hand-edits.ts'
import { findTask, lockTask } from '../../access/owned/owned-task.ts'
import type { ApiContext, Caller } from '../../context.ts'
import { presentTask } from '../../access/owned/present-task.ts'
import { changeOf, checkChange, type Save, writeChange } from './task-change.ts'
import { auditSave } from './audit-task.ts'

/**
 * A draft is kept as it is typed, complete or not; a task must be able to run as saved. `activate`: a disabled task is
 * active from then on.
 */
export const saveTask = (
  context: ApiContext,
  caller: Caller,
  save: Save,
  { activate = false } = {},
): Promise<TaskView> =>
  context.db.transaction(async (tx) => {
    const locked = await lockTask(tx, caller, save.taskId)
    const change = changeOf(context, locked, save)
    const activates = activate && locked.schedule.status === 'DISABLED'
    if (!locked.task.isDraft) throwIfInvalid(checkChange(context, change, { activates }))
    await writeChange(context, tx, change, { activates })
    const saved = await findTask(tx, caller, save.taskId)
    // A draft is saved while it is typed: what it came to is seen when it is created.
    if (!locked.task.isDraft) await auditSave(context, tx, caller, { change, saved, activates })
    const paths = [...pointersOf(change.changed), ...(activates ? ['/state'] : [])]
    if (paths.length > 0) await noteHandEdit(context, tx, caller, { kind: 'task', id: save.taskId, paths })
    return presentTask(context.secrets, saved)
  })
