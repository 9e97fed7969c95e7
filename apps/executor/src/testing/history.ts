import type { Database } from '@knockwire/db/client'
import { executionDetails, executions } from '@knockwire/db/schema/executions'
import { schedules } from '@knockwire/db/schema/tasks'
import { asc, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'

/** A task's executions with their details, oldest first. */
export const historyOf = async (db: Database, taskId: string) => {
  const rows = await db
    .select()
    .from(executions)
    .leftJoin(executionDetails, eq(executionDetails.executionId, executions.id))
    .where(eq(executions.taskId, taskId))
    .orderBy(asc(executions.scheduledFor), asc(executions.id))
  return rows.map(({ executions: execution, execution_details: details }) => ({ ...execution, details }))
}

export const scheduleOf = async (db: Database, taskId: string) => {
  const [schedule] = await db.select().from(schedules).where(eq(schedules.taskId, taskId))
  if (!schedule) throw new Error('There is no such schedule.')
  return schedule
}

const hasEnded = (status: string) => status === 'SUCCEEDED' || status === 'FAILED'

/** Waits until the task has so many executions, all of them ended, and gives them. */
export const untilEnded = async (db: Database, taskId: string, count = 1, timeout = 20_000) => {
  const ended = async () => (await historyOf(db, taskId)).filter(({ status }) => hasEnded(status)).length
  await expect.poll(ended, { timeout }).toBeGreaterThanOrEqual(count)
  return historyOf(db, taskId)
}

export const databaseNow = async (db: Database): Promise<number> => {
  const { rows } = await db.execute<{ now: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now`,
  )
  return rows[0]?.now ?? NaN
}

/** Waits until the database's clock shows this moment. */
export const untilTime = async (db: Database, epochMs: number) => {
  await expect.poll(() => databaseNow(db), { timeout: 30_000 }).toBeGreaterThanOrEqual(epochMs)
}
