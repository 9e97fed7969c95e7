import type { DisabledReason, SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import { eq, sql } from 'drizzle-orm'
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
  if (times !== null) await cancelClaim(tx, taskId)
  await tx
    .update(schedules)
    .set({ ...scheduler, ...times })
    .where(eq(schedules.taskId, taskId))
  await wakeDispatch(tx, times)
}

/** A run that is in flight stays so: the next one waits for it. */
export const activateSchedule = async (tx: Transaction, taskId: string, times: ScheduleTimes): Promise<void> => {
  await cancelClaim(tx, taskId)
  await tx
    .update(schedules)
    .set({ status: 'ACTIVE', disabledReason: null, consecutiveFailures: 0, ...times })
    .where(eq(schedules.taskId, taskId))
  await wakeDispatch(tx, times)
}

/** A run that is in flight is let end. */
export const disableSchedule = async (tx: Transaction, taskId: string, reason: DisabledReason): Promise<void> => {
  await cancelClaim(tx, taskId)
  await tx
    .update(schedules)
    .set({ status: 'DISABLED', disabledReason: reason, dueAt: null })
    .where(eq(schedules.taskId, taskId))
}

/**
 * Takes back a run that was claimed ahead of its time and has not been started: the schedule is free again. Its job finds
 * nothing to do. Where its start is being written just now, it runs.
 */
const cancelClaim = async (tx: Transaction, taskId: string): Promise<void> => {
  await tx.execute(sql`
    with claimed as (
      select e.id from schedules s join executions e on e.id = s.in_flight_execution_id
      where s.task_id = ${taskId} and e.status = 'QUEUED' and e.scheduled_for > clock_timestamp()
      for update of e skip locked
    ), deleted as (
      delete from executions where id in (select id from claimed) returning id
    )
    update schedules set in_flight_execution_id = null, executions_total = executions_total - 1
    where task_id = ${taskId} and in_flight_execution_id in (select id from deleted)`)
}

/** Heard when the transaction commits. */
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
