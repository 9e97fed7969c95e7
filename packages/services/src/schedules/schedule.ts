import type { DisabledReason, SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { dueChannel } from '@knockwire/db/channels'
import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import { schedules } from '@knockwire/db/schema/tasks'

/** Where an active schedule counts from, and its next time; the caller has computed both. */
export interface ScheduleTimes {
  anchorAt: Date
  /** Null where the schedule has no time left. */
  dueAt: Date | null
}

/** A new task's schedule: it does not run before it is activated. */
export const insertSchedule = async (
  tx: Transaction,
  { taskId, accountId, scheduler }: { taskId: string; accountId: string; scheduler: SchedulerInput },
): Promise<void> => {
  await tx.insert(schedules).values({ taskId, accountId, ...scheduler, status: 'DISABLED' })
}

/** Writes when the task runs; `times` where it is active and this moves them. */
export const changeSchedule = async (
  tx: Transaction,
  taskId: string,
  scheduler: SchedulerInput,
  times: ScheduleTimes | null,
): Promise<void> => {
  if (times !== null) await cancelRuns(tx, { ofTasks: eq(schedules.taskId, taskId), which: 'AHEAD' })
  await tx
    .update(schedules)
    .set({ ...scheduler, ...times })
    .where(eq(schedules.taskId, taskId))
  await wakeDispatch(tx, times)
}

/** A run that is in flight stays so: the next one waits for it. `scheduler`: where it changes together with this. */
export const activateSchedule = async (
  tx: Transaction,
  taskId: string,
  times: ScheduleTimes,
  scheduler?: SchedulerInput,
): Promise<void> => {
  await cancelRuns(tx, { ofTasks: eq(schedules.taskId, taskId), which: 'AHEAD' })
  await tx
    .update(schedules)
    .set({ ...scheduler, status: 'ACTIVE', disabledReason: null, consecutiveFailures: 0, ...times })
    .where(eq(schedules.taskId, taskId))
  await wakeDispatch(tx, times)
}

/** A run in flight may end; a queued one is cancelled, however long it is due. */
export const disableSchedule = async (tx: Transaction, taskId: string, reason: DisabledReason): Promise<void> => {
  await cancelRuns(tx, { ofTasks: eq(schedules.taskId, taskId), which: 'QUEUED' })
  await tx
    .update(schedules)
    .set({ status: 'DISABLED', disabledReason: reason, dueAt: null })
    .where(eq(schedules.taskId, taskId))
}

/** Nothing of a closed account runs any more: neither its schedules nor the tests that are queued. */
export const disableSchedulesOf = async (tx: Transaction, accountId: string): Promise<void> => {
  const ofTasks = eq(schedules.accountId, accountId)
  await cancelRuns(tx, { ofTasks, which: 'QUEUED' })
  await tx.update(schedules).set({ status: 'DISABLED', dueAt: null }).where(ofTasks)
  await tx.execute(sql`
    delete from executions where id in (
      select id from executions where account_id = ${accountId} and trigger = 'TEST' and status = 'QUEUED'
      for update skip locked
    )`)
}

/** Those of an account that are active stop until `resumeSchedulesOf`. */
export const suspendSchedulesOf = async (tx: Transaction, accountId: string): Promise<void> => {
  const active = and(eq(schedules.accountId, accountId), eq(schedules.status, 'ACTIVE'))
  await cancelRuns(tx, { ofTasks: eq(schedules.accountId, accountId), which: 'QUEUED' })
  await tx.update(schedules).set({ status: 'DISABLED', disabledReason: 'SUSPENDED', dueAt: null }).where(active)
}

/** Activates what `suspendSchedulesOf` stopped, from now on; a time that has passed meanwhile is not made up. */
export const resumeSchedulesOf = async (
  tx: Transaction,
  accountId: string,
  timesFrom: (scheduler: SchedulerInput) => ScheduleTimes,
): Promise<void> => {
  const stopped = await tx
    .select()
    .from(schedules)
    .where(and(eq(schedules.accountId, accountId), eq(schedules.disabledReason, 'SUSPENDED')))
    .orderBy(asc(schedules.taskId))
    .for('no key update')
  for (const schedule of stopped) await activateSchedule(tx, schedule.taskId, timesFrom(schedule))
}

interface CancelRuns {
  ofTasks: SQL
  /** Those that were claimed ahead of their time, or all that have not been started. */
  which: 'AHEAD' | 'QUEUED'
}

/**
 * Takes back scheduled runs that have not been started: their schedules are free again, and their jobs find nothing to do.
 * Where the start of one is being written just now, it runs.
 */
const cancelRuns = async (tx: Transaction, { ofTasks, which }: CancelRuns): Promise<void> => {
  const isTaken = which === 'AHEAD' ? sql`and e.scheduled_for > clock_timestamp()` : sql``
  await tx.execute(sql`
    with claimed as (
      select e.id from schedules join executions e on e.id = schedules.in_flight_execution_id
      where ${ofTasks} and e.status = 'QUEUED' ${isTaken}
      for update of e skip locked
    ), deleted as (
      delete from executions where id in (select id from claimed) returning id
    )
    update schedules set in_flight_execution_id = null, executions_total = executions_total - 1
    where in_flight_execution_id in (select id from deleted) and ${ofTasks}`)
}

/** Delivered when the transaction commits. */
const wakeDispatch = async (tx: Transaction, times: ScheduleTimes | null): Promise<void> => {
  const dueAt = times?.dueAt ?? null
  if (dueAt !== null) await tx.execute(sql`select pg_notify(${dueChannel}, ${String(dueAt.getTime())})`)
}

/** How long the task that is due longest has waited for dispatch to queue it, in seconds; 0 where none is due. */
export const oldestDueSeconds = async (db: DatabaseOrTransaction): Promise<number> => {
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as seconds
    from schedules where due_at <= now() and in_flight_execution_id is null`)
  return rows[0]?.seconds ?? 0
}
