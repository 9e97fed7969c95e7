import type pg from 'pg'
import { sleep } from '../parts/bench.ts'
import { insertHeartbeats, seedHeartbeats } from '../parts/seed-heartbeats.ts'
import { numberOf } from './parts.ts'

export interface HeartbeatsMeasured {
  /** Heartbeats whose signal never came, those of them without an alert, and those with more than one. */
  silent: number
  missedAlerts: number
  repeatedAlerts: number
  /** Heartbeats whose signal was sent in time, and repeated until it was acknowledged, and those of them with an alert. */
  alive: number
  falseAlerts: number
}

const count = 600
/** The graces end evenly over the time before, while and after the server is away. */
const leadSeconds = 3
const spreadSeconds = 12
/** None is due a second time. */
const everySeconds = 3600
/** How long before the end of its grace a job that is alive sends its signal for the first time. */
const sentBeforeMs = 500
const retryMs = 50
/** Until the last alert; a machine that is slower needs some of it. */
const waitMs = 60_000

const dueSql = `
  select r.token, extract(epoch from h.check_at - clock_timestamp())::float8 * 1000 as "inMs"
  from heartbeats h join receivers r on r.id = h.receiver_id where h.receiver_id = any($1::uuid[])`

const idsSql = `
  select array_agg(md5('heartbeat' || n)::uuid) filter (where n % 2 = 0) as silent,
    array_agg(md5('heartbeat' || n)::uuid) filter (where n % 2 = 1) as alive
  from generate_series(1, $1::int) n`

const alertsSql = `
  select count(*)::int as n from (
    select receiver_id from heartbeat_changes where state = 'DOWN' and receiver_id = any($1::uuid[])
    group by receiver_id having count(*) >= $2::int) found`

interface Due {
  token: string
  inMs: number
}

/** Heartbeats that fall due all along: half of them fall silent, and the jobs of the others go on. */
export const startHeartbeats = async (pool: pg.Pool, port: number) => {
  await seedHeartbeats(pool, count)
  await insertHeartbeats(pool, count, { leadSeconds, spreadSeconds, everySeconds })
  const { rows } = await pool.query<{ silent: string[]; alive: string[] }>(idsSql, [count])
  const { silent = [], alive = [] } = rows[0] ?? {}
  const { rows: due } = await pool.query<Due>(dueSql, [alive])
  const send = async ({ token, inMs }: Due) => {
    await sleep(Math.max(0, inMs - sentBeforeMs))
    for (const until = performance.now() + waitMs; performance.now() < until; await sleep(retryMs)) {
      const answer = await fetch(`http://127.0.0.1:${port}/r/${token}`, { method: 'POST' }).catch(() => null)
      await answer?.text().catch(() => null)
      if (answer?.ok) return
    }
  }
  const sent = Promise.all(due.map(send))
  const withAlerts = async (ids: readonly string[], atLeast: number) => numberOf(pool, alertsSql, [ids, atLeast])
  return {
    /** Once each silent one has its alert, or has waited for long enough. */
    measure: async (): Promise<HeartbeatsMeasured> => {
      await sent
      for (const until = performance.now() + waitMs; performance.now() < until; await sleep(200))
        if ((await withAlerts(silent, 1)) === silent.length) break
      return {
        silent: silent.length,
        missedAlerts: silent.length - (await withAlerts(silent, 1)),
        repeatedAlerts: await withAlerts(silent, 2),
        alive: alive.length,
        falseAlerts: await withAlerts(alive, 1),
      }
    },
  }
}
