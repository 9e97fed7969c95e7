import type pg from 'pg'

export interface SeedOptions {
  tasks: number
  accounts: number
  uri: string
}

const accountsSql = `
  insert into accounts (id, name, plan, created_at)
  select md5('account' || n)::uuid, 'Bench ' || n, 'SUPER', now() from generate_series(1, $1::int) n
  on conflict do nothing`

const tasksSql = `
  insert into tasks (id, account_id, name, is_draft, request, created_at, updated_at)
  select md5('task' || n)::uuid, md5('account' || (1 + n % $3::int))::uuid, 'Task ' || n, false, $4::jsonb, now(), now()
  from generate_series($1::int, $2::int) n`

const schedulesSql = `
  insert into schedules (task_id, account_id, mode, status, interval_second, anchor_at, due_at)
  select md5('task' || n)::uuid, md5('account' || (1 + n % $3::int))::uuid, 'INTERVAL', 'ACTIVE', 86400, now(),
    now() + interval '1 day' + n * interval '1 millisecond'
  from generate_series($1::int, $2::int) n`

const rowsAtOnce = 50_000

/** Active tasks that are due in a day, or when a measure says so; the nth task's id follows from n. */
export const seed = async (pool: pg.Pool, { tasks, accounts, uri }: SeedOptions, from = 1): Promise<void> => {
  const request = JSON.stringify({
    uri,
    method: 'GET',
    headers: [['accept', 'application/json']],
    body: null,
    basicAuth: { status: 'DISABLED', username: '', password: null },
    followRedirect: true,
    allowInsecureCerts: false,
  })
  await pool.query(accountsSql, [accounts])
  for (let first = from; first <= tasks; first += rowsAtOnce) {
    const last = Math.min(tasks, first + rowsAtOnce - 1)
    await pool.query(tasksSql, [first, last, accounts, request])
    await pool.query(schedulesSql, [first, last, accounts])
  }
  await pool.query('vacuum analyze tasks, schedules')
}

/** Makes `count` tasks, the first or those from another on, due from `inMs` on, `everyMs` apart, and notifies dispatch. */
export const makeDue = async (
  pool: pg.Pool,
  count: number,
  inMs: number,
  everyMs: number,
  first = 1,
): Promise<void> => {
  await pool.query(
    `with due as (
       update schedules s set due_at = date_trunc('milliseconds', now()) + ($2::float8 + n * $3::float8) * interval '1 millisecond'
       from generate_series(1, $1::int) n
       where s.task_id = md5('task' || (n + $4::int - 1))::uuid
       returning due_at
     )
     select pg_notify('knockwire_due', (extract(epoch from min(due_at)) * 1000)::bigint::text) from due`,
    [count, inMs, everyMs, first],
  )
}

/** The first tasks call this from now on. */
export const pointTasks = async (pool: pg.Pool, count: number, uri: string): Promise<void> => {
  await pool.query(
    `update tasks t set request = jsonb_set(t.request, '{uri}', to_jsonb($2::text))
     from generate_series(1, $1::int) n where t.id = md5('task' || n)::uuid`,
    [count, uri],
  )
  await pool.query('vacuum analyze tasks')
}

/** Lets what a large change leaves behind (dead rows, unwritten pages, statistics) be done with before a measure. */
export const settle = async (pool: pg.Pool): Promise<void> => {
  await pool.query('vacuum analyze tasks, schedules, executions, execution_details')
  await pool.query('checkpoint')
}

/** Forgets all runs, so that each measure starts alike. */
export const forgetRuns = async (pool: pg.Pool): Promise<void> => {
  await pool.query('truncate executions, execution_details')
  // All of what a history counts: the executor would correct what is left, at the cost of many runs.
  await pool.query('update schedules set executions_total = 0, stored_bytes = 0 where executions_total > 0')
  await pool.query('vacuum schedules')
  await pool.query('checkpoint')
}
