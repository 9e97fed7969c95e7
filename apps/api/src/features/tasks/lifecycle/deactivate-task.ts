import { disableSchedule } from '@knockwire/services/schedules/schedule'
import type { TaskView } from '@knockwire/domain/tasks/task'
import type { ApiContext, Caller } from '../../../context.ts'
import { presentTask } from '../presenter.ts'
import { lockTask } from '../lock-task.ts'
import { findTask } from '../queries.ts'

/** A task that is disabled already keeps the reason why. */
export const deactivateTask = (
  context: ApiContext,
  caller: Caller,
  { taskId }: { taskId: string },
): Promise<TaskView> =>
  context.db.transaction(async (tx) => {
    const { schedule } = await lockTask(tx, caller, taskId)
    if (schedule.status === 'ACTIVE') await disableSchedule(tx, taskId, 'USER')
    return presentTask(context.secrets, await findTask(tx, caller, taskId))
  })
