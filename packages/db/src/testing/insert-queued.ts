import { inArray, sql } from 'drizzle-orm'
import type { Transaction } from '../client.ts'
import { executions } from '../schema/executions.ts'
import { schedules } from '../schema/tasks.ts'
import { uuidv7 } from '../uuidv7.ts'

type Execution = typeof executions.$inferInsert
type ToQueue = Pick<Execution, 'taskId' | 'accountId' | 'trigger' | 'scheduledFor' | 'sendsNotifications'>

/** QUEUED executions, one of each task, for tests of what is done with those; without the job that carries them. */
export const insertQueued = async (tx: Transaction, toQueue: readonly ToQueue[]): Promise<string[]> => {
  const rows = toQueue.map((one) => ({ ...one, id: uuidv7(), status: 'QUEUED' as const, createdAt: new Date() }))
  await tx.insert(executions).values(rows)
  const taskIds = toQueue.map(({ taskId }) => taskId)
  await tx
    .update(schedules)
    .set({ executionsTotal: sql`${schedules.executionsTotal} + 1` })
    .where(inArray(schedules.taskId, taskIds))
  return rows.map(({ id }) => id)
}
