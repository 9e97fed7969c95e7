import type pg from 'pg'

const accountSql = `
  insert into accounts (id, name, plan, created_at) values (md5('heartbeats')::uuid, 'Heartbeats', 'SUPER', now())
  on conflict do nothing`

const receiversSql = `
  insert into receivers (id, account_id, token, name, status, response_code, content_type, response_body, created_at, updated_at)
  select md5('heartbeat' || n)::uuid, md5('heartbeats')::uuid, left(md5('beat' || n), 22), 'Heartbeat ' || n, 'ACTIVE', 200,
    'text/plain', 'ok', now(), now()
  from generate_series(1, $1::int) n`

/** Receivers of one account, which expect nothing yet. */
export const seedHeartbeats = async (pool: pg.Pool, count: number): Promise<void> => {
  await pool.query(accountSql)
  await pool.query(receiversSql, [count])
  await pool.query('vacuum analyze receivers, receiver_counters')
}

/** Up since yesterday, and their last signal came in time. */
const heartbeatsSql = `
  insert into heartbeats (receiver_id, account_id, expectation, state, since, last_signal_at, expected_at, expected_by, check_at, is_settled)
  select md5('heartbeat' || n)::uuid, md5('heartbeats')::uuid, $2::jsonb, 'UP', now() - interval '1 day', at - ($5::int + 10) * interval '1 s',
    at - interval '10 seconds', at, at, true
  from generate_series(1, $1::int) n
  cross join lateral (
    select date_trunc('milliseconds', now() + ($3::float8 + n * $4::float8 / $1::int) * interval '1 s') as at) due`

const expectation = {
  mode: 'EVERY',
  everySeconds: 60,
  expression: null,
  timezone: null,
  graceSeconds: 10,
  maxRunSeconds: null,
  activeHours: null,
  countsHead: false,
  successCondition: null,
}

/** Their graces end evenly over `spreadSeconds`, the first after `leadSeconds`; a signal is expected every `everySeconds`. */
export const insertHeartbeats = async (
  pool: pg.Pool,
  count: number,
  {
    leadSeconds,
    spreadSeconds,
    everySeconds = 60,
  }: { leadSeconds: number; spreadSeconds: number; everySeconds?: number },
): Promise<void> => {
  await pool.query(heartbeatsSql, [
    count,
    JSON.stringify({ ...expectation, everySeconds }),
    leadSeconds,
    spreadSeconds,
    everySeconds,
  ])
  await pool.query('vacuum analyze heartbeats')
  await pool.query('checkpoint')
}

/** Each receiver of a measure of the ingress expects a call a day, and is up. */
export const expectCalls = async (pool: pg.Pool): Promise<void> => {
  const daily = { ...expectation, everySeconds: 86_400 }
  await pool.query(
    `insert into heartbeats (receiver_id, account_id, expectation, state, since, last_signal_at, expected_at, expected_by, check_at, is_settled)
     select id, account_id, $1::jsonb, 'UP', now(), now(), now() + interval '1 day', now() + interval '1 day',
       now() + interval '1 day', true from receivers`,
    [JSON.stringify(daily)],
  )
  await pool.query('vacuum analyze heartbeats')
}

export const expectNothing = async (pool: pg.Pool): Promise<void> => {
  await pool.query('delete from heartbeats')
}
