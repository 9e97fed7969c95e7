import type { ScheduleMode, SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import type pg from 'pg'
import { plainArray } from '../sql-array.ts'

export interface DueSchedule {
  taskId: string
  accountId: string
  scheduler: SchedulerInput
  anchorMs: number
  dueMs: number
  /** The database's clock, which decides what is due. */
  nowMs: number
}

interface Row {
  task_id: string
  account_id: string
  mode: ScheduleMode
  interval_second: number | null
  expression: string | null
  timezone: string | null
  one_time_epoch: number | null
  anchor_ms: number | null
  due_ms: number
  now_ms: number
}

const lockDueSql = `
  select task_id, account_id, mode, interval_second, expression, timezone,
    one_time_mode_epoch_second::float8 as one_time_epoch,
    extract(epoch from anchor_at)::float8 * 1000 as anchor_ms,
    extract(epoch from due_at)::float8 * 1000 as due_ms,
    extract(epoch from now())::float8 * 1000 as now_ms
  from schedules
  where due_at <= now() and under_way_execution_id is null and account_id <> all ($2::uuid[])
  order by due_at
  limit $1
  for update skip locked`

/** Locks what is due, the most overdue first; what another executor is claiming is passed over. */
export const lockDue = async (
  client: pg.ClientBase,
  limit: number,
  blocked: readonly string[],
): Promise<DueSchedule[]> => {
  const { rows } = await client.query<Row>({ name: 'lock_due', text: lockDueSql, values: [limit, plainArray(blocked)] })
  return rows.map(toDueSchedule)
}

const toDueSchedule = (row: Row): DueSchedule => ({
  taskId: row.task_id,
  accountId: row.account_id,
  scheduler: {
    mode: row.mode,
    intervalSecond: row.interval_second,
    expression: row.expression,
    timezone: row.timezone,
    oneTimeModeEpochSecond: row.one_time_epoch,
    oneTimeModeTimezone: null,
  },
  anchorMs: Math.round(row.anchor_ms ?? row.due_ms),
  dueMs: Math.round(row.due_ms),
  nowMs: row.now_ms,
})

const underWaySql = `
  select account_id, count(*)::int as count from schedules
  where under_way_execution_id is not null and account_id = any ($1::uuid[])
  group by account_id`

/** Scheduled runs queued or running, of those accounts that have any. */
export const countUnderWay = async (
  client: pg.ClientBase,
  accountIds: readonly string[],
): Promise<Map<string, number>> => {
  const { rows } = await client.query<{ account_id: string; count: number }>({
    name: 'count_under_way',
    text: underWaySql,
    values: [plainArray(accountIds)],
  })
  return new Map(rows.map((row) => [row.account_id, row.count]))
}

const untilNextSql = `
  select extract(epoch from due_at - clock_timestamp())::float8 * 1000 as wait_ms from schedules
  where due_at is not null and under_way_execution_id is null and account_id <> all ($1::uuid[])
  order by due_at
  limit 1`

/** Milliseconds until the next schedule is due, by the database's clock; null where none is planned. */
export const untilNextDue = async (pool: pg.Pool, blocked: readonly string[]): Promise<number | null> => {
  const { rows } = await pool.query<{ wait_ms: number }>({
    name: 'until_next_due',
    text: untilNextSql,
    values: [plainArray(blocked)],
  })
  return rows[0]?.wait_ms ?? null
}
