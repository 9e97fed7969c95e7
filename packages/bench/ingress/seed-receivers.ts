import type pg from 'pg'

const accountSql = `
  insert into accounts (id, name, plan, created_at)
  values (md5('receivers')::uuid, 'Receivers', 'SUPER', now()) on conflict do nothing`

const receiversSql = `
  insert into receivers (id, account_id, token, name, status, response_code, content_type, response_body, created_at, updated_at)
  select md5('receiver' || n)::uuid, md5('receivers')::uuid, left(md5('token' || n), 22), 'Receiver ' || n, 'ACTIVE', 200,
    'text/plain', 'ok', now(), now()
  from generate_series(1, $1::int) n on conflict do nothing`

/** As many receivers as the largest plan has, so that no limit is reached; their tokens. */
export const seedReceivers = async (pool: pg.Pool, count = 5000): Promise<string[]> => {
  await pool.query(accountSql)
  await pool.query(receiversSql, [count])
  await pool.query('vacuum analyze receivers, receiver_counters')
  const { rows } = await pool.query<{ token: string }>('select token from receivers order by md5(token)')
  return rows.map(({ token }) => token)
}

/** Forgets what was received, so that each measure starts alike. */
export const forgetReceived = async (pool: pg.Pool): Promise<void> => {
  await pool.query('truncate received_requests')
  await pool.query('update receiver_counters set total = 0, window_hits = 0')
  await pool.query('vacuum receiver_counters')
  await pool.query('checkpoint')
}
