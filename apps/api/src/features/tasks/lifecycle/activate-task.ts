import { activateSchedule } from '@knockwire/services/schedules/schedule'
import { AppError } from '@knockwire/domain/errors'
import type { TaskView } from '@knockwire/domain/tasks/task'
import type { ApiContext, Caller } from '../../../context.ts'
import { checkRequest } from '@knockwire/services/requests/check-request'
import { decryptRequest } from '@knockwire/services/requests/stored-request'
import { refuseFaults, scheduleFaults } from '../save/check-task.ts'
import { presentTask } from '../presenter.ts'
import { lockTask } from '../lock-task.ts'
import { findTask } from '../queries.ts'
import { timesFrom } from './schedule-times.ts'
import { schedulerOf } from '../task-row.ts'

/** A task that is active already keeps its times. */
export const activateTask = (context: ApiContext, caller: Caller, { taskId }: { taskId: string }): Promise<TaskView> =>
  context.db.transaction(async (tx) => {
    const { task, schedule, nowMs } = await lockTask(tx, caller, taskId)
    if (task.isDraft) throw new AppError('CONFLICT', 'This task is still a draft. Please create it first.')
    if (schedule.status === 'DISABLED') {
      const scheduler = schedulerOf(schedule)
      const request = checkRequest(decryptRequest(context.secrets, task.request), context.checkUri)
      refuseFaults({ ...request, ...scheduleFaults(scheduler, nowMs) })
      await activateSchedule(tx, taskId, timesFrom(scheduler, nowMs))
    }
    return presentTask(context.secrets, await findTask(tx, caller, taskId))
  })
