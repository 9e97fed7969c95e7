import type { SaveTaskInput, TaskView } from '@knockwire/domain/tasks/task'
import type { FieldErrors } from '@knockwire/domain/errors'
import type { ApiContext, Caller } from '../../../context.ts'
import { checkRequest } from '@knockwire/services/requests/check-request'
import { decryptRequest } from '@knockwire/services/requests/stored-request'
import { isSameSchedule, refuseFaults, scheduleFaults } from './check-task.ts'
import { presentTask } from '../presenter.ts'
import { type LockedTask, lockTask } from '../lock-task.ts'
import { findTask } from '../queries.ts'
import { schedulerOf } from '../task-row.ts'
import { writeTask } from './write-task.ts'

/** A draft is kept as it is typed, complete or not; a task must be able to run as saved. */
export const saveTask = (
  context: ApiContext,
  caller: Caller,
  { taskId, input }: { taskId: string; input: SaveTaskInput },
): Promise<TaskView> =>
  context.db.transaction(async (tx) => {
    const locked = await lockTask(tx, caller, taskId)
    if (!locked.task.isDraft) refuseFaults(taskFaults(context, locked, input))
    await writeTask(context, tx, locked, input)
    return presentTask(context.secrets, await findTask(tx, caller, taskId))
  })

/** A schedule that stays as it is may have had its time: renaming a task that ran once is no fault. */
const taskFaults = (context: ApiContext, locked: LockedTask, input: SaveTaskInput): FieldErrors => ({
  ...requestFaults(context, locked, input),
  ...(!isSameSchedule(schedulerOf(locked.schedule), input.scheduler) && scheduleFaults(input.scheduler, locked.nowMs)),
})

export const requestFaults = (context: ApiContext, { task }: LockedTask, { request }: SaveTaskInput): FieldErrors => {
  const { password: kept } = decryptRequest(context.secrets, task.request).basicAuth
  const { basicAuth } = request.target
  const password = basicAuth.password ?? kept ?? ''
  return checkRequest({ ...request.target, basicAuth: { ...basicAuth, password } }, context.checkUri)
}
