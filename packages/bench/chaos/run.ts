import { appendFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { check } from '@knockwire/db/testing/invariants/check'
import { collect, collectStates } from '@knockwire/db/testing/invariants/collect'
import type { SentCompletion } from '@knockwire/db/testing/invariants/completions/check-completions'
import { collectHeartbeats } from '@knockwire/db/testing/invariants/heartbeats/note-signals'
import type { HeartbeatRecord } from '@knockwire/db/testing/invariants/heartbeats/record'
import type { FaultRecord, Violation } from '@knockwire/db/testing/invariants/record'
import { freePort } from '@knockwire/embedded-postgres/free-port'
import type pg from 'pg'
import { startApi } from '../ingress/ingress-server.ts'
import { sleep } from '../parts/bench.ts'
import { startExecutor } from '../parts/executor.ts'
import { mainFiles, type Programs } from '../restore/product.ts'
import { makeFaults, type World } from './faults.ts'
import { seedHeartbeats } from './heartbeats/seed-heartbeats.ts'
import { startSignals } from './heartbeats/send-signals.ts'
import { type Judged, judgeAll } from './judge.ts'
import { allTasks, type Plan } from './plan.ts'
import { startDatabase } from './world/database.ts'
import { supervise } from './world/process.ts'
import { seedAccount, taskIdOf } from './world/seed.ts'
import { startTarget } from './world/target.ts'
import { createUser, signUp, startSenders } from './world/user.ts'

export interface ChaosResult {
  record: FaultRecord
  heartbeats: HeartbeatRecord
  completions: readonly SentCompletion[]
  judged: Judged
  violations: Violation[]
}

/** How long all is well before the senders stop. */
const calmMs = 12_000
/** A call of 30 s, taken over after its executor's death, and again. */
const longestEndMs = 150_000

/** One that makes up all that it missed is claimed again as soon as its run has ended. */
const stopSql = `
  update schedules set status = 'DISABLED', due_at = null
  where status = 'ACTIVE' and (in_flight_execution_id is null or catch_up = 'ALL')`

const busySql = `
  select (select count(*) from schedules where in_flight_execution_id is not null or status = 'ACTIVE')
    + (select count(*) from executions where status in ('QUEUED', 'RUNNING', 'WAITING'))
    + (select count(*) from deferred_decisions)
    + (select count(*) from undecided_requests)
    + (select count(*) from heartbeat_signals)
    + (select count(*) from heartbeats where state not in ('NEW', 'DOWN') and expectation ->> 'mode' = 'EVERY')
    + (select count(*) from pgboss.job where name = 'run' and state < 'completed')
    + (select count(*) from deliveries where status = 'PENDING' and next_attempt_at is null) as n`

/** Stops the schedules and waits until the runs in flight have ended, or until that has taken too long. */
const comeToRest = async (pool: pg.Pool) => {
  const until = Date.now() + longestEndMs
  while (Date.now() < until) {
    await pool.query(stopSql)
    const { rows } = await pool.query<{ n: string }>(busySql)
    if (Number(rows[0]?.n) === 0) return
    await sleep(250)
  }
}

/** Of tests of the executor; it is loaded into a process before its program. */
const clockAhead = fileURLToPath(new URL('../../../apps/executor/src/testing/clock-ahead.ts', import.meta.url))

const startWorld = async ({ isClockAhead }: Plan, logFile: string, programs: Programs, ended: string[]) => {
  const database = await startDatabase()
  const ports = { PORT: String(await freePort()), RECEIVER_PORT: String(await freePort()) }
  const receiverOrigin = `http://127.0.0.1:${ports.RECEIVER_PORT}`
  const target = await startTarget(receiverOrigin)
  const logOf = (name: string) => (line: object) => appendFileSync(logFile, `${name} ${JSON.stringify(line)}\n`)
  const changes = { DATABASE_TIMEOUT_SECONDS: '5', EXECUTOR_DRAIN_SECONDS: '5' }
  const programOf = (app: string) => `../../apps/${app}/${mainFiles[programs]}`
  const executor = (name: string, more: Record<string, string> = {}) =>
    supervise(
      () =>
        startExecutor(
          database.url,
          database.encryptionKey,
          { ...changes, ...more },
          logOf(name),
          programOf('executor'),
        ),
      (how) => ended.push(`${name}: ${how}`),
    )
  const api = supervise(
    () => startApi(database, 'all', ports, logOf('api'), programOf('api')),
    (how) => ended.push(`api: ${how}`),
  )
  const processes = {
    'executor-1': executor('executor-1'),
    'executor-2': executor('executor-2', isClockAhead ? { NODE_OPTIONS: `--import=${clockAhead}` } : {}),
    api,
  }
  const world: World = { database, target, processes, absences: [] }
  return {
    world,
    origin: `http://127.0.0.1:${ports.PORT}`,
    receiverOrigin,
    stop: async () => {
      await Promise.all(Object.values(processes).map((one) => one.kill()))
      await target.stop()
      await database.stop()
    },
  }
}

/** Of each execution that called, by the path of its task. */
const taskOfCalls = (target: World['target']): Map<string, string> => {
  const numbers = new Map(Array.from({ length: allTasks }, (_, n) => [`/task/${n + 1}`, taskIdOf(n + 1)]))
  return new Map(
    target.calls.map(({ path, executionId }) => [executionId, numbers.get(path) ?? path.split('/').at(-1) ?? '']),
  )
}

/**
 * Runs the product while the plan's faults and actions happen, lets it come to rest, and checks what is recorded.
 * @param logFile - gets the warnings of its processes.
 */
export const runChaos = async (plan: Plan, logFile: string, programs: Programs = 'source'): Promise<ChaosResult> => {
  const ended: string[] = []
  const { world, origin, receiverOrigin, stop } = await startWorld(plan, logFile, programs, ended)
  const { database, target, processes } = world
  const { pool } = database
  try {
    await Promise.all(Object.values(processes).map((one) => one.start()))
    const { cookie, email } = await signUp(origin)
    const { rows } = await pool.query<{ id: string }>('select account_id as id from account_owners where email = $1', [
      email,
    ])
    const startMs = Math.ceil(Date.now() / 1000) * 1000 + 1000
    const notified = await seedAccount(pool, { id: rows[0]?.id ?? '', email }, target.origin, startMs)
    const expected = await seedHeartbeats(pool, rows[0]?.id ?? '', target.origin)
    await pool.query(`select pg_notify('knockwire_due', '')`)
    const user = createUser(origin, cookie, target.origin)
    const senders = startSenders(receiverOrigin)
    const signals = startSignals(receiverOrigin, { expected, signals: plan.signals, startMs })
    const act = async () => {
      for (const action of plan.actions) {
        await sleep(Math.max(0, startMs + action.atMs - Date.now()))
        await user.perform(action)
      }
    }
    const [faults] = await Promise.all([makeFaults(world, plan.faults, startMs), act()])
    await sleep(calmMs)
    await senders.stop()
    await signals.ended
    const { tasks, overdue, caughtUpMs } = await collectStates(pool)
    const stoppedFromMs = Date.now()
    await comeToRest(pool)
    await target.completer.settle()
    const beats: HeartbeatRecord = {
      ...(await collectHeartbeats(pool)),
      expected,
      sent: signals.signals,
      seen: target.alerts,
      faults,
      absences: world.absences,
    }
    const recorded = await collect(pool)
    const ofHeartbeats = new Set(expected.map(({ notificationId }) => notificationId))
    const record: FaultRecord = {
      ...recorded,
      endMs: Date.now(),
      stoppedFromMs,
      calls: target.calls,
      hooks: target.hooks,
      notified,
      deliveries: recorded.deliveries.filter(({ notificationId }) => !ofHeartbeats.has(notificationId)),
      sent: [...senders.sent, ...signals.sent],
      operations: user.operations,
      tasks,
      counts: [...recorded.counts, overdue],
      caughtUpMs,
      faults,
      ended,
    }
    const { judged, violations } = judgeAll(record, beats, target.completer.sent)
    return {
      record,
      heartbeats: beats,
      completions: target.completer.sent,
      judged,
      violations: [...check(record, taskOfCalls(target)), ...violations],
    }
  } finally {
    await stop()
  }
}
