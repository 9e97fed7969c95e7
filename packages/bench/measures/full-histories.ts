import type pg from 'pg'
import { countRuns, sleep, startCpuCount, warmUp, type Bench } from '../parts/bench.ts'
import { settle } from '../parts/seed.ts'

/** What a FREE task keeps. */
const kept = 200
const tasksAtOnce = 500

/** Ids in the order of time, a minute apart, the newest a minute ago; of each task as many as it keeps. */
const fillSql = `
  with task as (
    select n, md5('task' || n)::uuid as id, md5('account' || (1 + n % $3::int))::uuid as account_id
    from generate_series($1::int, $2::int) n
  ), run as (
    select (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - age * 60000), 12, '0') || '7'
      || substr(md5(task.n || ' ' || age), 1, 3) || '8' || substr(md5(age || ' ' || task.n), 1, 15))::uuid as id,
      task.id as task_id, task.account_id, now() - age * interval '1 minute' as at, $4::int + 1 - age as seq
    from task, generate_series($4::int, 1, -1) age
  ), executed as (
    insert into executions (id, task_id, account_id, trigger, status, scheduled_for, created_at, started_at,
      response_time_ms, status_code, stored_bytes)
    select id, task_id, account_id, 'SCHEDULE', 'SUCCEEDED', at, at, at, 1, 200, 300 from run
  )
  insert into execution_details (execution_id, request, response_headers, response_body, timing, task_id, seq)
  select id, '{"uri":"http://127.0.0.1/","method":"GET","headers":[],"body":null}', '[["content-type","application/json"]]',
    '{"status":"ok","queue":0}', '{}', task_id, seq
  from run`

const fill = async (pool: pg.Pool, tasks: number, accounts: number) => {
  await pool.query('truncate executions, execution_details')
  for (let first = 1; first <= tasks; first += tasksAtOnce) {
    await pool.query(fillSql, [first, Math.min(tasks, first + tasksAtOnce - 1), accounts, kept])
  }
  await pool.query('update schedules set executions_total = $1, last_seq = $1, stored_bytes = $1 * 300', [kept])
  await settle(pool)
}

/** Due each second, and so always overdue: the executor makes as many runs as it can. */
const startAll = (pool: pg.Pool) =>
  pool.query(`
    with started as (update schedules set status = 'ACTIVE', interval_second = 1, anchor_at = now(), due_at = now() returning 1)
    select pg_notify('knockwire_due', '') from started limit 1`)

/** Nobody is waited for, since the executor locks many schedules in any order: those in use are stopped shortly afterwards. */
const stopSql = `
  update schedules set status = 'DISABLED', due_at = null
  where task_id in (select task_id from schedules where status = 'ACTIVE' for update skip locked)`

const stopAll = async (pool: pg.Pool) => {
  const busySql = `select 1 from schedules where status = 'ACTIVE' or in_flight_execution_id is not null limit 1`
  while ((await pool.query(busySql)).rowCount) {
    await pool.query(stopSql)
    await sleep(200)
  }
}

/** The largest number of executions that any task has: as it is counted, and as it is. */
const largestCounted = async (pool: pg.Pool): Promise<number> =>
  (await pool.query<{ most: number }>('select max(executions_total)::int as most from schedules')).rows[0]?.most ?? NaN

const largestActual = async (pool: pg.Pool): Promise<number> => {
  const sql = 'select max(count)::int as most from (select count(*) from executions group by task_id) counts'
  return (await pool.query<{ most: number }>(sql)).rows[0]?.most ?? NaN
}

/** Runs at full speed for so long, and checks the histories each second. */
const runFor = async (bench: Bench, ms: number) => {
  const { pool } = bench.database
  const cpu = startCpuCount(bench)
  const before = await countRuns(bench)
  const startedAt = performance.now()
  let most = 0
  await startAll(pool)
  while (performance.now() - startedAt < ms) {
    most = Math.max(most, await largestCounted(pool))
    await sleep(1000)
  }
  const runs = (await countRuns(bench)) - before
  const elapsedMs = performance.now() - startedAt
  const { executor, postgres } = cpu()
  await stopAll(pool)
  return { runs, perSecond: (runs / elapsedMs) * 1000, most, cpuMsPerRun: ((executor + postgres) * 1000) / runs }
}

export interface FullHistories {
  minutes: number
  tasks: number
  emptyPerSecond: number
  emptyCpuMsPerRun: number
  perSecond: number
  cpuMsPerRun: number
  runs: number
  /** How far the fullest history went over its limit at any look, of the limit. */
  worstOvershoot: number
  /** The same at the end, by counting rows. */
  overshootAtEnd: number
}

const overshootOf = (most: number) => Math.max(0, most / kept - 1)

/** First with empty histories, then with full ones, of which each run evicts the oldest. */
export const measureFullHistories = async (
  bench: Bench,
  { tasks, accounts, minutes }: { tasks: number; accounts: number; minutes: number },
): Promise<FullHistories> => {
  const { pool } = bench.database
  await pool.query(`update accounts set plan = 'FREE'`)
  await warmUp(bench, Math.min(tasks, 5000))
  const empty = await runFor(bench, Math.min(minutes, 1) * 60_000)
  await fill(pool, tasks, accounts)
  const full = await runFor(bench, minutes * 60_000)
  return {
    minutes,
    tasks,
    emptyPerSecond: empty.perSecond,
    emptyCpuMsPerRun: empty.cpuMsPerRun,
    perSecond: full.perSecond,
    cpuMsPerRun: full.cpuMsPerRun,
    runs: full.runs,
    worstOvershoot: overshootOf(full.most),
    overshootAtEnd: overshootOf(await largestActual(pool)),
  }
}
