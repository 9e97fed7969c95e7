import type pg from 'pg'
import { startBenchDatabase, type BenchDatabase } from '../parts/bench-database.ts'
import { sleep } from '../parts/bench.ts'
import { startExecutor, type BenchExecutor } from '../parts/executor.ts'
import { forgetRuns, makeDue, seed } from '../parts/seed.ts'
import { type Demand, measureDemand } from './demand.ts'
import { type CountingTarget, numberOf, startTarget, untilEnded } from './parts.ts'

const targetDelayMs = 200
/** So few that an executor mostly waits: 500 calls a second at the best. */
const concurrency = 100
const accounts = 200
const callsPerSecond = (concurrency / targetDelayMs) * 1000

export interface ExecutorsSpeed {
  executors: number
  perSecond: number
  /** Of the runs that were due: not recorded, or not as succeeded. */
  lost: number
  /** Executions that called the target more than once. */
  repeated: number
}

export interface ExecutorsMeasured {
  speeds: ExecutorsSpeed[]
  /** With as many executors as there were at last. */
  demand: Demand
}

/** Works with so many executors, and stops them however that ends. */
const withExecutors = async <T>(count: number, { url, encryptionKey }: BenchDatabase, work: () => Promise<T>) => {
  const executors: BenchExecutor[] = []
  const start = async () =>
    executors.push(await startExecutor(url, encryptionKey, { EXECUTOR_CONCURRENCY: String(concurrency) }))
  try {
    await Promise.all(Array.from({ length: count }, start))
    return await work()
  } finally {
    await Promise.all(executors.map((executor) => executor.stop()))
  }
}

const measureSpeed = async (pool: pg.Pool, target: CountingTarget, executors: number, runs: number) => {
  await makeDue(pool, 500, 0, 0)
  await untilEnded(pool, 500)
  await sleep(1000)
  await forgetRuns(pool)
  await target.forget()
  const startedAt = performance.now()
  await makeDue(pool, runs, 0, 0)
  await untilEnded(pool, runs)
  const perSecond = (runs / (performance.now() - startedAt)) * 1000
  const succeeded = await numberOf(pool, `select count(*)::int as n from executions where status = 'SUCCEEDED'`)
  const { repeated } = await target.counts()
  return { executors, perSecond, lost: runs - succeeded, repeated }
}

/** Processes on one database, calling a target that takes 200 ms: how fast they are together, and whether they agree. */
export const measureExecutors = async (counts: readonly number[], seconds: number): Promise<ExecutorsMeasured> => {
  const database = await startBenchDatabase()
  const target = await startTarget(targetDelayMs)
  const { pool } = database
  try {
    const most = Math.ceil(callsPerSecond * seconds * Math.max(...counts))
    await seed(pool, { accounts, uri: target.origin, tasks: most })
    const speeds: ExecutorsSpeed[] = []
    for (const count of counts) {
      const runs = Math.min(most, Math.ceil(callsPerSecond * seconds * count))
      speeds.push(await withExecutors(count, database, () => measureSpeed(pool, target, count, runs)))
    }
    await forgetRuns(pool)
    const load = { tasks: 500, intervalSeconds: 5, turns: 3 }
    const demand = await withExecutors(Math.max(...counts), database, () => measureDemand(pool, target, load))
    return { speeds, demand }
  } finally {
    await target.stop()
    await database.stop()
  }
}
