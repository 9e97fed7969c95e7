import pg from 'pg'
import { startApi } from '../ingress/ingress-server.ts'
import { seedReceivers } from '../ingress/seed-receivers.ts'
import { sleep } from '../parts/bench.ts'
import { startExecutor } from '../parts/executor.ts'
import { seed } from '../parts/seed.ts'
import { type HeartbeatsMeasured, startHeartbeats } from './heartbeats.ts'
import { numberOf, startTarget } from './parts.ts'
import { startReplicatedDatabase } from './replicated-database.ts'

export interface ReplicaMeasured {
  isSynchronous: boolean
  /** Requests to receivers that were answered with success, and those of them that are not there. */
  acknowledged: number
  lostRequests: number
  /** Executions that have called, those of them that are not there, and those that have called more than once. */
  calls: number
  lostCalls: number
  repeated: number
  /** The longest time without an acknowledged request. */
  seconds: number
  heartbeats: HeartbeatsMeasured
}

const tasks = 300
const intervalSeconds = 3
const senders = 8
const beforeMs = 6000
const afterMs = 8000
/** A replica in another region, where commits do not wait for it. */
const farAwayMs = 200

const startSql = `
  update schedules s set status = 'ACTIVE', interval_second = $2::int, anchor_at = now(),
    due_at = now() + (n % ($2::int * 100)) * interval '10 ms'
  from generate_series(1, $1::int) n where s.task_id = md5('task' || n)::uuid`

const stopSql = `
  update schedules set status = 'DISABLED', due_at = null
  where task_id in (select task_id from schedules where status = 'ACTIVE' for update skip locked)`

const busySql = `
  select count(*)::int as n from schedules
  where status = 'ACTIVE' and interval_second = ${intervalSeconds} or in_flight_execution_id is not null`

/** Sends one request after the other, and notes those that were acknowledged. */
const startSenders = (port: number, tokens: readonly string[]) => {
  const acknowledged: { id: string; atMs: number }[] = []
  let isStopped = false
  let count = 0
  const send = async () => {
    while (!isStopped) {
      const id = `request-${(count += 1)}`
      const token = tokens[count % tokens.length] ?? ''
      const answer = await fetch(`http://127.0.0.1:${port}/r/${token}?${id}`, { method: 'POST' }).catch(() => null)
      await answer?.text().catch(() => null)
      if (answer?.ok) acknowledged.push({ id, atMs: performance.now() })
      else await sleep(20)
    }
  }
  const ended = Promise.all(Array.from({ length: senders }, send))
  return {
    acknowledged,
    stop: async () => {
      isStopped = true
      await ended
    },
  }
}

/** Of the outage itself they write a line for each attempt. */
const ignore = () => {}

const longestGapMs = (times: readonly number[]): number => {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.max(0, ...sorted.map((at, index) => at - (sorted[index - 1] ?? at)))
}

const endRuns = async (pool: pg.Pool) => {
  const until = performance.now() + 90_000
  while ((await numberOf(pool, busySql)) > 0) {
    if (performance.now() > until) throw new Error('Runs do not end after the promotion.')
    await pool.query(stopSql)
    await sleep(100)
  }
}

/** Kills the database's server while runs and requests come in, promotes its replica, and looks for what was acknowledged. */
export const measureReplica = async ({ isSynchronous }: { isSynchronous: boolean }): Promise<ReplicaMeasured> => {
  const database = await startReplicatedDatabase({ isSynchronous, delayMs: isSynchronous ? 0 : farAwayMs })
  const target = await startTarget(20)
  const pool = new pg.Pool({ connectionString: database.url, max: 2, application_name: 'bench' })
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  try {
    await seed(pool, { accounts: 50, uri: target.origin, tasks })
    const tokens = await seedReceivers(pool, 500)
    const api = await startApi(database, 'ingress', {}, ignore)
    const executor = await startExecutor(database.url, database.encryptionKey, {}, ignore)
    await pool.query(startSql, [tasks, intervalSeconds])
    await pool.query(`select pg_notify('knockwire_due', '')`)
    const sending = startSenders(api.receiverPort, tokens)
    const heartbeats = await startHeartbeats(pool, api.receiverPort)
    await sleep(beforeMs)
    await database.failOver()
    await sleep(afterMs)
    await sending.stop()
    await endRuns(pool)
    const ids = sending.acknowledged.map(({ id }) => id)
    const lostSql = `
      select count(*)::int as n from unnest($1::text[]) as sent (id)
      where not exists (select 1 from received_requests where url like '%?' || sent.id)`
    const { executions, repeated, ids: called } = await target.counts()
    const lostCallsSql = `
      select count(*)::int as n from unnest($1::uuid[]) as called (id)
      where not exists (select 1 from executions e where e.id = called.id and e.status = 'SUCCEEDED')`
    const measured = {
      isSynchronous,
      acknowledged: ids.length,
      lostRequests: await numberOf(pool, lostSql, [ids]),
      calls: executions,
      lostCalls: await numberOf(pool, lostCallsSql, [called]),
      repeated,
      seconds: longestGapMs(sending.acknowledged.map(({ atMs }) => atMs)) / 1000,
      heartbeats: await heartbeats.measure(),
    }
    await Promise.all([api.stop(), executor.stop()])
    return measured
  } finally {
    await target.stop()
    await pool.end()
    await database.stop()
  }
}
