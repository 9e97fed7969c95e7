import { plainArray } from '@knockwire/db/sql-array'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type pg from 'pg'
import type { RunResult } from '../run/run.ts'

/** Executors find the same outage, so there is one row for all of them while it lasts. */
const noteSql = `
  with outage as (
    insert into network_outages (id, from_at, last_at) values ($1, to_timestamp($2::float8 / 1000), now())
    on conflict ((true)) where ended_at is null
      do update set from_at = least(network_outages.from_at, excluded.from_at), last_at = excluded.last_at
    returning id
  )
  insert into network_outage_accounts (outage_id, account_id, runs)
  select outage.id, affected.account_id, affected.runs
  from outage, unnest($3::uuid[], $4::int[]) as affected (account_id, runs) order by affected.account_id
  on conflict (outage_id, account_id) do update set runs = network_outage_accounts.runs + excluded.runs`

const isOfOutage = ({ outcome }: RunResult) => outcome.status === 'FAILED' && outcome.code === 'INCONCLUSIVE'

/** Notes whose runs an outage made inconclusive, in the transaction that records them. */
export const noteOutage = async (client: pg.ClientBase, recorded: readonly RunResult[]): Promise<void> => {
  const results = recorded.filter(isOfOutage)
  if (results.length === 0) return
  const byAccount = [...Map.groupBy(results, ({ accountId }) => accountId)]
  const fromMs = Math.min(...results.map(({ startedMs, dueMs }) => startedMs ?? dueMs))
  const values = [
    uuidv7(),
    fromMs,
    plainArray(byAccount.map(([accountId]) => accountId)),
    plainArray(byAccount.map(([, own]) => own.length)),
  ]
  await client.query({ name: 'note_outage', text: noteSql, values })
}

/** Says that the outage lasts, for those who show it and for maintenance, which ends it where nobody says so any more. */
export const renewOutage = async (pool: pg.Pool): Promise<void> => {
  await pool.query('update network_outages set last_at = now() where ended_at is null')
}

const openSql = `
  select extract(epoch from now() - from_at)::float8 * 1000 as ago from network_outages
  where ended_at is null and last_at > now() - interval '2 minutes'`

/** How long ago the outage began that executors know of; null where they know of none. */
export const findOutage = async (pool: pg.Pool): Promise<number | null> =>
  (await pool.query<{ ago: number }>(openSql)).rows[0]?.ago ?? null

const enoughTasks = 2000

const answeringSql = `
  select s.account_id as "accountId", t.request ->> 'uri' as uri from schedules s join tasks t on t.id = s.task_id
  where s.status = 'ACTIVE' and s.failing_since is null and s.executions_total > 0
  order by s.due_at nulls last limit ${enoughTasks}`

/** Where tasks call that are due next and whose last runs were answered: what this executor would know had it run before. */
export const findAnswering = async (pool: pg.Pool): Promise<{ accountId: string; uri: string }[]> =>
  (await pool.query<{ accountId: string; uri: string }>(answeringSql)).rows
