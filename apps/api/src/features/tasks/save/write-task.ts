import type { Transaction } from '@knockwire/db/client'
import { changeSchedule } from '@knockwire/services/schedules/schedule'
import { tasks } from '@knockwire/db/schema/tasks'
import type { SaveTaskInput } from '@knockwire/domain/tasks/task'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../../../context.ts'
import { encryptRequest } from '@knockwire/services/requests/stored-request'
import { isSameSchedule } from './check-task.ts'
import type { LockedTask } from '../lock-task.ts'
import { timesFrom } from '../lifecycle/schedule-times.ts'
import { schedulerOf } from '../task-row.ts'

/** Writes what the user saved. An active task's times move only where its schedule itself has changed. */
export const writeTask = async (
  context: ApiContext,
  tx: Transaction,
  { task, schedule, nowMs }: LockedTask,
  { name, request, scheduler }: SaveTaskInput,
): Promise<void> => {
  await tx
    .update(tasks)
    .set({
      name: name === '' ? null : name,
      request: encryptRequest(context.secrets, request.target, task.request.basicAuth.password),
      updatedAt: new Date(nowMs),
    })
    .where(eq(tasks.id, task.id))
  const isMoved = schedule.status === 'ACTIVE' && !isSameSchedule(schedulerOf(schedule), scheduler)
  await changeSchedule(tx, task.id, scheduler, isMoved ? timesFrom(scheduler, nowMs) : null)
}
