import { insertQueued } from '@knockwire/db/testing/insert-queued'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type pg from 'pg'
import { pino } from 'pino'
import type { LeasedJob } from '@knockwire/queue/queue'
import { DatabaseClock } from '../dispatch/database-clock.ts'
import { NetworkWatch } from '../outage/network-watch.ts'
import type { Witnesses } from '../outage/witnesses.ts'
import { createDispatchCache } from '../run/start/dispatch-cache.ts'
import type { RunConditions } from '../conditions/run-conditions.ts'
import { RunWorker, type RunWorkerOptions } from '../run/run-worker.ts'
import { createSecretValues } from '../secret-values.ts'
import type { createTestContext } from './test-executor.ts'

type Context = Awaited<ReturnType<typeof createTestContext>>['context']

/** No conditions, except for what the test puts in their place. */
export const testConditions = (conditions: Partial<RunConditions> = {}): RunConditions => ({
  read: async () => null,
  readWithin: async () => new Map(),
  readNotice: async () => null,
  decide: async () => () => {},
  ...conditions,
})

const noWitnesses: Witnesses = { results: () => [], ask: () => {}, setUrgent: () => {}, stop: async () => {} }

/** A watch without witnesses, for which a failure is the target's as long as few hosts are called. */
const testNetworkWatch = () => new NetworkWatch({ witnesses: noWitnesses, log: pino({ level: 'silent' }) })

/** A worker that fetches nothing: the test gives it the jobs. */
export const createTestRunWorker = (context: Context, options: Partial<RunWorkerOptions> = {}): RunWorker =>
  new RunWorker({
    ...context,
    secretValuesOf: createSecretValues(context.database.pool, context.secrets),
    completionUrlOf: (id) => `https://in.knockwire.example/c/${id}`,
    clock: new DatabaseClock(),
    concurrency: 200,
    limits: null,
    dispatchCache: createDispatchCache(),
    conditions: testConditions(),
    onStarted: () => {},
    onRecorded: () => {},
    onDeactivated: () => {},
    network: testNetworkWatch(),
    ...options,
  })

/** Queues a test of each task, which sends its notifications, and gives the job that carries them. */
export const queueJob = async (
  { database }: Context,
  tasks: readonly { taskId: string; accountId: string }[],
): Promise<LeasedJob<'run'>> => {
  const test = { trigger: 'TEST', sendsNotifications: true } as const
  const runs = tasks.map((task) => ({ ...task, ...test, scheduledFor: new Date() }))
  const executionIds = await database.db.transaction((tx) => insertQueued(tx, runs))
  return { id: uuidv7(), data: { executionIds }, attempt: 0, group: null }
}

interface Tampering {
  before?: (config: pg.QueryConfig) => void | Promise<void>
  after?: () => void | Promise<void>
}

/** The context with a database that calls the test before and after the statement of this name. */
export const tamperWith = (context: Context, name: string, { before, after }: Tampering): Context => {
  const { pool } = context.database
  const query = async (config: pg.QueryConfig, values?: unknown[]) => {
    const isIt = config.name === name
    if (isIt) await before?.(config)
    const result = await pool.query(config, values)
    if (isIt) await after?.()
    return result
  }
  const tampered = new Proxy(pool, {
    get: (target, key) => {
      if (key === 'query') return query
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...context, database: { ...context.database, pool: tampered } }
}
