import { plainArray } from '@knockwire/db/sql-array'
import { inTransaction } from '@knockwire/db/transaction'
import type { CatchUp, CatchUpPolicy } from '@knockwire/domain/schedules/catch-up'
import type { ScheduleMode, SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import type { Queue } from '@knockwire/queue/queue'
import type pg from 'pg'
import type { AccountQuota } from './account-quota.ts'
import type { DatabaseClock } from './database-clock.ts'
import type { QueuedRun } from '../run/run.ts'
import { queueRuns } from './queue-runs.ts'

export interface DueSchedule {
  taskId: string
  accountId: string
  scheduler: SchedulerInput
  catchUp: CatchUp
  anchorMs: number
  dueMs: number
}

interface DueSoon {
  due: DueSchedule[]
  /** The database's clock, which decides what is due. */
  nowMs: number
  /** When the first of the others is, or was, due; null where none is planned. */
  nextMs: number | null
}

interface Row {
  now_ms: number
  next_ms: number | null
  task_id: string | null
  account_id: string
  mode: ScheduleMode
  interval_second: number | null
  expression: string | null
  timezone: string | null
  one_time_epoch: number | null
  catch_up: CatchUpPolicy
  catch_up_second: number | null
  anchor_ms: number | null
  due_ms: number
}

/** One statement for all that dispatch has to know, since each turn is mostly made of its round trips. */
const lockDueSql = `
  with due as materialized (
    select * from schedules
    where due_at <= now() + $3::float8 * interval '1 ms' and in_flight_execution_id is null
      and account_id <> all ($2::uuid[])
    order by due_at
    limit $1
    for update skip locked
  ), passed_over as (
    select due_at from schedules
    where due_at <= now() + $3::float8 * interval '1 ms' and in_flight_execution_id is null
      and account_id <> all ($2::uuid[]) and (task_id in (select task_id from due)) is not true
    order by due_at
    limit 1
  ), next as (
    select due_at from schedules
    where due_at > now() + $3::float8 * interval '1 ms' and in_flight_execution_id is null and account_id <> all ($2::uuid[])
    order by due_at
    limit 1
  )
  select
    extract(epoch from clock_timestamp())::float8 * 1000 as now_ms,
    extract(epoch from coalesce((select due_at from passed_over), (select due_at from next)))::float8 * 1000 as next_ms,
    due.task_id, due.account_id, due.mode, due.interval_second, due.expression, due.timezone,
    due.one_time_mode_epoch_second::float8 as one_time_epoch, due.catch_up, due.catch_up_second,
    extract(epoch from due.anchor_at)::float8 * 1000 as anchor_ms,
    extract(epoch from due.due_at)::float8 * 1000 as due_ms
  from (values (1)) one left join due on true`

/**
 * Locks what is due, or will be within `aheadMs`, the earliest first; what another executor is claiming is passed over.
 */
export const lockDue = async (
  client: pg.ClientBase,
  limit: number,
  blocked: readonly string[],
  aheadMs = 0,
): Promise<DueSoon> => {
  const values = [limit, plainArray(blocked), aheadMs]
  const { rows } = await client.query<Row>({ name: 'lock_due', text: lockDueSql, values })
  return {
    due: rows.flatMap((row) => (row.task_id === null ? [] : [toDueSchedule(row, row.task_id)])),
    nowMs: rows[0]?.now_ms ?? Date.now(),
    nextMs: rows[0]?.next_ms ?? null,
  }
}

const toDueSchedule = (row: Row, taskId: string): DueSchedule => ({
  taskId,
  accountId: row.account_id,
  scheduler: {
    mode: row.mode,
    intervalSecond: row.interval_second,
    expression: row.expression,
    timezone: row.timezone,
    oneTimeModeEpochSecond: row.one_time_epoch,
    oneTimeModeTimezone: null,
  },
  catchUp: { catchUp: row.catch_up, catchUpSecond: row.catch_up_second },
  anchorMs: Math.round(row.anchor_ms ?? row.due_ms),
  dueMs: Math.round(row.due_ms),
})

const inFlightSql = `
  select s.account_id, count(*)::int as count
  from schedules s
  where s.in_flight_execution_id is not null and s.account_id = any ($1::uuid[])
    and not exists (select from completions c where c.execution_id = s.in_flight_execution_id and c.check_at is not null)
  group by s.account_id`

/** Scheduled runs queued or running, of those accounts that have any. What waits for its completion takes nothing of the queue. */
const countInFlight = async (client: pg.ClientBase, accountIds: readonly string[]): Promise<Map<string, number>> => {
  if (accountIds.length === 0) return new Map()
  const { rows } = await client.query<{ account_id: string; count: number }>({
    name: 'count_in_flight',
    text: inFlightSql,
    values: [plainArray(accountIds)],
  })
  return new Map(rows.map((row) => [row.account_id, row.count]))
}

/** Schedules claimed in one transaction. */
const batchSize = 1000

/**
 * The claim's commit does not wait for the disk: nothing is called before the run's start is committed, which does,
 * and flushes all that was written before. Lost with the server, the claim is simply made again.
 */
const begin = 'begin; set local synchronous_commit = off'

interface Claim {
  queued: QueuedRun[]
  /** More may be due than was looked at. */
  hasMore: boolean
  /** Until the next schedule is due; null where none is planned. */
  waitMs: number | null
}

export interface ClaimTools {
  pool: pg.Pool
  queue: Queue
  quota: AccountQuota
  clock: DatabaseClock
}

/** Queues the runs of what is due, or will be within `aheadMs`. */
export const claimDue = async ({ pool, queue, quota, clock }: ClaimTools, aheadMs = 0): Promise<Claim> =>
  inTransaction(
    pool,
    async (client) => {
      const { due, nowMs, nextMs } = await lockDue(client, batchSize, quota.blocked(), aheadMs)
      clock.observe(nowMs)
      const allowed = quota.admit(due, await countInFlight(client, quota.toCount(due)))
      const queued = allowed.length > 0 ? await queueRuns(client, queue, allowed, nowMs) : []
      return { queued, hasMore: due.length === batchSize, waitMs: nextMs === null ? null : nextMs - nowMs }
    },
    begin,
  )
