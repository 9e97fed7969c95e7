import type pg from 'pg'
import { sleep } from '../parts/bench.ts'
import { numberOf, type CountingTarget } from './parts.ts'

/** What the schedules demanded, beside what is recorded and what the target saw. */
export interface Demand {
  demanded: number
  /** Times that a schedule demanded and that have no execution. */
  missing: number
  /** Executions at a time that no schedule demanded, or more than one at a time. */
  tooMany: number
  /** Executions that have not succeeded. */
  notSucceeded: number
  /** Executions that called more than once. */
  repeated: number
  /** Executions that are recorded as made, and that the target has not seen. */
  unseen: number
  /** Tasks whose count of executions is wrong. */
  miscounted: number
}

const startSql = `
  update schedules s set status = 'ACTIVE', interval_second = $2::int, anchor_at = at.start, due_at = at.start
  from (select to_timestamp($3::float8 / 1000) as start) at, generate_series(1, $1::int) n
  where s.task_id = md5('task' || n)::uuid`

/** In one statement and at one time for all, as nothing is in flight then: what is demanded ends there. */
const stopSql = `
  update schedules set status = 'DISABLED', due_at = null
  where in_flight_execution_id is null and status = 'ACTIVE' and interval_second = $1::int
    and due_at >= to_timestamp($2::float8 / 1000)`

const busySql = `select count(*)::int as n from schedules where status = 'ACTIVE' and interval_second = $1::int`

const compareSql = `
  with demanded as (
    select md5('task' || n)::uuid as task_id, to_timestamp(($3::float8 + turn * $2::int * 1000) / 1000) as at
    from generate_series(1, $1::int) n, generate_series(0, $4::int - 1) turn
  ), recorded as (
    select task_id, scheduled_for as at, count(*) as count from executions group by 1, 2
  )
  select
    (select count(*)::int from demanded) as demanded,
    (select count(*)::int from demanded d where not exists (select 1 from recorded r where (r.task_id, r.at) = (d.task_id, d.at))) as missing,
    (select coalesce(sum(count - case when exists (select 1 from demanded d where (d.task_id, d.at) = (r.task_id, r.at)) then 1 else 0 end), 0)::int
      from recorded r) as "tooMany",
    (select count(*)::int from executions where status <> 'SUCCEEDED') as "notSucceeded",
    (select count(*)::int from schedules s where s.executions_total
      <> (select count(*) from executions e where e.task_id = s.task_id)) as miscounted`

interface Load {
  tasks: number
  intervalSeconds: number
  turns: number
}

/**
 * Runs so many tasks so many times on an interval, and compares what their schedules demanded with what is recorded. Tasks
 * are those of `seed`, and histories are empty before.
 * @param meanwhile - happens while they run.
 */
export const measureDemand = async (
  pool: pg.Pool,
  target: CountingTarget,
  { tasks, intervalSeconds, turns }: Load,
  meanwhile: () => Promise<void> = async () => {},
): Promise<Demand> => {
  await target.forget()
  const startMs = Math.ceil(Date.now() / 1000) * 1000 + 2000
  const endMs = startMs + turns * intervalSeconds * 1000
  await pool.query(startSql, [tasks, intervalSeconds, startMs])
  await pool.query(`select pg_notify('knockwire_due', '')`)
  await meanwhile()
  // What is claimed ahead of the end is not demanded any more: the last turn has ended when the next one is three seconds away.
  await sleep(Math.max(0, endMs - 3000 - Date.now()))
  const until = Date.now() + 60_000
  while ((await numberOf(pool, busySql, [intervalSeconds])) > 0) {
    if (Date.now() > until) throw new Error('Runs do not end.')
    await pool.query(stopSql, [intervalSeconds, endMs])
    await sleep(20)
  }
  const { rows } = await pool.query<Omit<Demand, 'repeated' | 'unseen'>>(compareSql, [
    tasks,
    intervalSeconds,
    startMs,
    turns,
  ])
  const [compared] = rows
  if (compared === undefined) throw new Error('Nothing could be compared.')
  const { repeated, ids } = await target.counts()
  const unseenSql = 'select count(*)::int as n from executions where not (id = any ($1::uuid[]))'
  return { ...compared, repeated, unseen: await numberOf(pool, unseenSql, [ids]) }
}
