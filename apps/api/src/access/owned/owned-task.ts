import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import { notifications } from '@knockwire/db/schema/notifications'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import { maskUri } from '@knockwire/domain/audit/mask-requests'
import { notFound } from '@knockwire/domain/errors'
import { viewRequest } from '@knockwire/services/requests/stored-request'
import type { VersionState } from '@knockwire/domain/versions'
import type { CatchUp } from '@knockwire/domain/schedules/catch-up'
import type { SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Caller } from '../../context.ts'

/** A task with its schedule, as the verbs read it. */
export const taskColumns = {
  task: getTableColumns(tasks),
  schedule: getTableColumns(schedules),
  notificationCount: sql<number>`(select count(*)::int from ${notifications} where ${notifications.taskId} = ${tasks.id})`,
}

export interface TaskRow {
  task: typeof tasks.$inferSelect
  schedule: typeof schedules.$inferSelect
  notificationCount: number
}

/** A task without a name goes by its URL, as in the list; without the values of its query. */
export const taskName = ({ name, request }: TaskRow['task']): string => name ?? maskUri(viewRequest(null, request).uri)

/** Saves are counted with the task, changes of its state with its schedule, which executors write as well. */
export const versionOf = ({ task, schedule }: TaskRow): VersionState => ({
  version: task.version + schedule.stateVersion,
  fieldVersions: task.fieldVersions,
})

/** What the user chose, without what the schedule has come to. */
export const schedulerOf = (schedule: TaskRow['schedule']): SchedulerInput & CatchUp => ({
  mode: schedule.mode,
  intervalSecond: schedule.intervalSecond,
  expression: schedule.expression,
  timezone: schedule.timezone,
  oneTimeModeEpochSecond: schedule.oneTimeModeEpochSecond,
  oneTimeModeTimezone: schedule.oneTimeModeTimezone,
  catchUp: schedule.catchUp,
  catchUpSecond: schedule.catchUpSecond,
})

const selectTask = (db: DatabaseOrTransaction, { accountId }: Caller, taskId: string) =>
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

export interface LockedTask extends TaskRow {
  /** By the database's clock: it decides when tasks run, whatever the clocks of the apps say. */
  nowMs: number
}

/** The task, locked until the transaction ends: other changes of it or its schedule wait. */
export const lockTask = async (tx: Transaction, caller: Caller, taskId: string): Promise<LockedTask> => {
  const [row] = await selectTask(tx, caller, taskId).for('no key update')
  if (row === undefined) throw notFound('task')
  return { ...row, nowMs: new Date(row.now).getTime() }
}

/** Throws where the caller has no such task. */
export const requireTask = async (db: DatabaseOrTransaction, { accountId }: Caller, taskId: string): Promise<void> => {
  const mine = and(eq(tasks.id, taskId), eq(tasks.accountId, accountId))
  const found = await db.select({ id: tasks.id }).from(tasks).where(mine)
  if (found.length === 0) throw notFound('task')
}

/** Keeps the task, or draft, as it is until the transaction ends. Its schedule goes on: runs need not wait. */
export const lockTaskRow = async (tx: Transaction, { accountId }: Caller, taskId: string): Promise<void> => {
  const locked = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.id, taskId), eq(tasks.accountId, accountId)))
    .for('no key update')
  if (locked.length === 0) throw notFound('task')
}

/** The same for those of the tasks that the caller has, which it returns. All lock them in one order. */
export const lockTaskRows = async (
  tx: Transaction,
  { accountId }: Caller,
  taskIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const locked = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(inArray(tasks.id, [...taskIds]), eq(tasks.accountId, accountId)))
    .orderBy(asc(tasks.id))
    .for('no key update')
  return new Set(locked.map(({ id }) => id))
}
