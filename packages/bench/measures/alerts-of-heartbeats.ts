import { beatMs } from '@knockwire/domain/heartbeats/absence'
import { repeat } from '@knockwire/queue/wakeable-timer'
import type pg from 'pg'
import { sleep, startCpuCount, type Bench } from '../parts/bench.ts'
import { insertHeartbeats, seedHeartbeats } from '../parts/seed-heartbeats.ts'

export interface HeartbeatAlerts {
  heartbeats: number
  /** Of all, the share that was decided within a second of its time. */
  withinSecond: number
  p50Ms: number
  p99Ms: number
  latestMs: number
  executorMsPerAlert: number
  postgresMsPerAlert: number
}

/** They fall due evenly over a minute, the first after so many seconds. */
const leadSeconds = 15
const spreadSeconds = 60
/** After the last one was due; a machine that is slower shows that in its share. */
const waitSeconds = 60

/** A column that the product does not know, and whose default says when a change is inserted. */
const noteSql = `alter table heartbeat_changes add column noted_at timestamptz default clock_timestamp()`

const lateSql = `
  select count(*)::int as alerts, (count(*) filter (where late <= 1000))::int as within,
    percentile_disc(0.5) within group (order by late) as p50, percentile_disc(0.99) within group (order by late) as p99,
    max(late) as latest
  from (select extract(epoch from noted_at - at)::float8 * 1000 as late from heartbeat_changes where state = 'DOWN') alert`

interface Row {
  alerts: number
  within: number
  p50: number
  p99: number
  latest: number
}

const countAlerts = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from heartbeats where state = 'DOWN'`)
  return rows[0]?.n ?? 0
}

const beginSql = `
  insert into ingress_presence (id, from_at, until_at, seen_at)
  values (gen_random_uuid(), now() - interval '1 day', now() + interval '1 day', now())`

/** Nobody receives here: that somebody could is said as an ingress says it, which alerts wait for. */
const beAnIngress = async (pool: pg.Pool) => {
  await pool.query(beginSql)
  return repeat(0, async () => {
    await pool.query('update ingress_presence set seen_at = now()')
    return beatMs
  })
}

/** So many heartbeats fall silent within a minute: how late each alert is decided. */
export const measureHeartbeatAlerts = async (bench: Bench, heartbeats: number): Promise<HeartbeatAlerts> => {
  const { pool } = bench.database
  await seedHeartbeats(pool, heartbeats)
  await pool.query(noteSql)
  const presence = await beAnIngress(pool)
  await insertHeartbeats(pool, heartbeats, { leadSeconds, spreadSeconds })
  await sleep((leadSeconds - 5) * 1000)
  const cpu = startCpuCount(bench)
  const until = Date.now() + (5 + spreadSeconds + waitSeconds) * 1000
  await sleep((5 + spreadSeconds) * 1000)
  while ((await countAlerts(pool)) < heartbeats && Date.now() < until) await sleep(500)
  const used = cpu()
  await presence.stop()
  const [found] = (await pool.query<Row>(lateSql)).rows
  if (found === undefined) throw new Error('The alerts could not be counted.')
  const { alerts, within, p50, p99, latest } = found
  return {
    heartbeats,
    withinSecond: within / heartbeats,
    p50Ms: p50,
    // One that was not made at all is later than any.
    p99Ms: alerts < heartbeats * 0.99 ? Infinity : p99,
    latestMs: alerts < heartbeats ? Infinity : latest,
    executorMsPerAlert: (used.executor * 1000) / alerts,
    postgresMsPerAlert: (used.postgres * 1000) / alerts,
  }
}
