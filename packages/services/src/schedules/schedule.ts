import type { DisabledReason, SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { dueChannel } from '@knockwire/db/channels'
import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import { schedules } from '@knockwire/db/schema/tasks'
import { noteOverdue } from './missed-runs.ts'

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
  await disableActiveSchedulesOf(tx, accountId, 'SUSPENDED')
}

/** Disables those of an account that are active. Gives the ids of their tasks. */
export const disableActiveSchedulesOf = async (
  tx: Transaction,
  accountId: string,
  disabledReason: DisabledReason,
): Promise<string[]> => {
  const active = and(eq(schedules.accountId, accountId), eq(schedules.status, 'ACTIVE'))
  await cancelRuns(tx, { ofTasks: eq(schedules.accountId, accountId), which: 'QUEUED' })
  const disabled = await tx
    .update(schedules)
    .set({ status: 'DISABLED', disabledReason, dueAt: null })
    .where(active)
    .returning({ taskId: schedules.taskId })
  return disabled.map(({ taskId }) => taskId)
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
  for (const schedule of stopped) {
    const { taskId } = schedule
    const times = timesFrom(schedule)
    // Its one time has passed: its owner decides on another.
    if (times.dueAt === null) await disableSchedule(tx, taskId, 'USER')
    else await activateSchedule(tx, taskId, times)
  }
}

/** One of many changes that are made at once: to a schedule that is new, or is left in its state, moved, activated or disabled. */
export interface ScheduleChange {
  taskId: string
  accountId: string
  scheduler: SchedulerInput
  kind: 'CREATE' | 'KEEP' | 'MOVE' | 'ACTIVATE' | 'DISABLE'
  /** Of one that is active from then on, or is moved. */
  times: ScheduleTimes | null
}

/** The same as `insertSchedule`, `changeSchedule`, `activateSchedule` and `disableSchedule` of many, in a fixed number of statements. */
export const changeSchedules = async (tx: Transaction, changes: readonly ScheduleChange[]): Promise<void> => {
  const created = changes.filter(({ kind }) => kind === 'CREATE')
  if (created.length > 0)
    await tx.insert(schedules).values(
      created.map(({ taskId, accountId, scheduler, times }) => ({
        taskId,
        accountId,
        ...scheduler,
        ...(times === null
          ? ({ status: 'DISABLED', disabledReason: 'USER' } as const)
          : { status: 'ACTIVE' as const, ...times }),
      })),
    )
  const changed = changes.filter(({ kind }) => kind !== 'CREATE')
  if (changed.length > 0) await changeMany(tx, changed)
  const due = changes.flatMap(({ times }) => (times?.dueAt ? [times.dueAt.getTime()] : []))
  if (due.length > 0) await wakeDispatch(tx, { dueAt: new Date(Math.min(...due)) })
}

const changeMany = async (tx: Transaction, changes: readonly ScheduleChange[]) => {
  const idsOf = (...kinds: ScheduleChange['kind'][]) =>
    changes.filter(({ kind }) => kinds.includes(kind)).map(({ taskId }) => taskId)
  for (const [which, ids] of [
    ['AHEAD', idsOf('MOVE', 'ACTIVATE')],
    ['QUEUED', idsOf('DISABLE')],
  ] as const)
    if (ids.length > 0) await cancelRuns(tx, { ofTasks: inArray(schedules.taskId, ids), which })
  const rows = changes.map(({ taskId, scheduler, kind, times }) => ({
    task_id: taskId,
    mode: scheduler.mode,
    interval_second: scheduler.intervalSecond,
    expression: scheduler.expression,
    timezone: scheduler.timezone,
    one_time_mode_epoch_second: scheduler.oneTimeModeEpochSecond,
    one_time_mode_timezone: scheduler.oneTimeModeTimezone,
    catch_up: scheduler.catchUp ?? null,
    catch_up_second: scheduler.catchUpSecond ?? null,
    keeps_catch_up_second: scheduler.catchUpSecond === undefined,
    kind,
    anchor_at: times?.anchorAt.toISOString() ?? null,
    due_at: times?.dueAt?.toISOString() ?? null,
  }))
  // Status and reason are written where they change alone: a trigger counts what writes them.
  await tx.execute(sql`
    update schedules s set
      mode = n.mode, interval_second = n.interval_second, expression = n.expression, timezone = n.timezone,
      one_time_mode_epoch_second = n.one_time_mode_epoch_second, one_time_mode_timezone = n.one_time_mode_timezone,
      catch_up = coalesce(n.catch_up, s.catch_up),
      catch_up_second = case when n.keeps_catch_up_second then s.catch_up_second else n.catch_up_second end,
      status = case n.kind when 'ACTIVATE' then 'ACTIVE' when 'DISABLE' then 'DISABLED' else s.status end,
      disabled_reason = case n.kind when 'ACTIVATE' then null when 'DISABLE' then 'USER' else s.disabled_reason end,
      consecutive_failures = case n.kind when 'ACTIVATE' then 0 else s.consecutive_failures end,
      anchor_at = case when n.kind in ('ACTIVATE', 'MOVE') then n.anchor_at else s.anchor_at end,
      due_at = case when n.kind in ('ACTIVATE', 'MOVE') then n.due_at when n.kind = 'DISABLE' then null else s.due_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (
      task_id uuid, mode text, interval_second int, expression text, timezone text, one_time_mode_epoch_second bigint,
      one_time_mode_timezone text, catch_up text, catch_up_second int, keeps_catch_up_second boolean, kind text, anchor_at timestamptz, due_at timestamptz)
    where s.task_id = n.task_id`)
}

interface CancelRuns {
  ofTasks: SQL
  /** Those that were claimed ahead of their time, or all that have not been started. */
  which: 'AHEAD' | 'QUEUED'
}

/**
 * Takes back scheduled runs that have not been started: their schedules are free again, and their jobs find nothing to do.
 * Where the start of one is being written just now, it runs; so does one whose call an executor aborted as it stopped. What is
 * overdue by now is noted as missed.
 */
const cancelRuns = async (tx: Transaction, { ofTasks, which }: CancelRuns): Promise<void> => {
  const isTaken = which === 'AHEAD' ? sql`and e.scheduled_for > clock_timestamp()` : sql``
  const { rows } = await tx.execute<{ task_id: string; scheduled_for: string }>(sql`
    with claimed as (
      select e.id from schedules join executions e on e.id = schedules.in_flight_execution_id
      where ${ofTasks} and e.status = 'QUEUED' and e.attempt is null ${isTaken}
      for update of e skip locked
    ), deleted as (
      delete from executions where id in (select id from claimed) returning id, task_id, scheduled_for
    ), freed as (
      update schedules set in_flight_execution_id = null, executions_total = executions_total - 1
      where in_flight_execution_id in (select id from deleted) and ${ofTasks}
    )
    select task_id, scheduled_for from deleted where scheduled_for <= clock_timestamp()`)
  const cancelled = rows.map((row) => ({ taskId: row.task_id, scheduledFor: new Date(row.scheduled_for) }))
  await noteOverdue(tx, ofTasks, cancelled)
}

/** Delivered when the transaction commits. */
const wakeDispatch = async (tx: Transaction, times: Pick<ScheduleTimes, 'dueAt'> | null): Promise<void> => {
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
