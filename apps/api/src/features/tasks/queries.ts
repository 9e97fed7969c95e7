import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import { notFound } from '@knockwire/domain/errors'
import { and, eq, sql } from 'drizzle-orm'
import type { Caller } from '../../context.ts'
import { taskColumns, type TaskRow } from './task-row.ts'

const owned = (caller: Caller, taskId: string) => and(eq(tasks.id, taskId), eq(tasks.accountId, caller.accountId))

const selectTask = (db: DatabaseOrTransaction, caller: Caller, taskId: string) =>
  db
    .select({ ...taskColumns, now: sql<string>`clock_timestamp()` })
    .from(tasks)
    .innerJoin(schedules, eq(schedules.taskId, tasks.id))
    .where(owned(caller, taskId))

export const findTask = async (db: DatabaseOrTransaction, caller: Caller, taskId: string): Promise<TaskRow> => {
  const [row] = await selectTask(db, caller, taskId)
  if (row === undefined) throw notFound('task')
  return row
}

export interface LockedTask extends TaskRow {
  /** By the database's clock: it decides when tasks run, whatever the clocks of the apps say. */
  nowMs: number
}

/** The task, held until the transaction ends: whoever else wants to change it or its schedule waits. */
export const lockTask = async (tx: Transaction, caller: Caller, taskId: string): Promise<LockedTask> => {
  const [row] = await selectTask(tx, caller, taskId).for('no key update')
  if (row === undefined) throw notFound('task')
  return { ...row, nowMs: new Date(row.now).getTime() }
}

/** Throws where the caller has no such task. */
export const requireTask = async (db: DatabaseOrTransaction, caller: Caller, taskId: string): Promise<void> => {
  const found = await db.select({ id: tasks.id }).from(tasks).where(owned(caller, taskId))
  if (found.length === 0) throw notFound('task')
}
