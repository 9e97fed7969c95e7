import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import { notFound } from '@knockwire/domain/errors'
import { and, eq, sql } from 'drizzle-orm'
import type { Caller } from '../../context.ts'
import { taskColumns, type TaskRow } from './task-row.ts'

export const selectTask = (db: DatabaseOrTransaction, { accountId }: Caller, taskId: string) =>
  db
    .select({ ...taskColumns, now: sql<string>`clock_timestamp()` })
    .from(tasks)
    .innerJoin(schedules, eq(schedules.taskId, tasks.id))
    .where(and(eq(tasks.id, taskId), eq(tasks.accountId, accountId)))

export const findTask = async (db: DatabaseOrTransaction, caller: Caller, taskId: string): Promise<TaskRow> => {
  const [row] = await selectTask(db, caller, taskId)
  if (row === undefined) throw notFound('task')
  return row
}
