import { startBenchDatabase } from '../parts/bench-database.ts'
import { sleep } from '../parts/bench.ts'
import { startExecutor, type BenchExecutor } from '../parts/executor.ts'
import { forgetRuns, makeDue, seed } from '../parts/seed.ts'
import { type Demand, measureDemand } from './demand.ts'
import { numberOf, startTarget, untilEnded } from './parts.ts'

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

const startMany = (count: number, url: string, key: string): Promise<BenchExecutor[]> =>
  Promise.all(
    Array.from({ length: count }, () => startExecutor(url, key, { EXECUTOR_CONCURRENCY: String(concurrency) })),
  )

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
      const executors = await startMany(count, database.url, database.encryptionKey)
      await makeDue(pool, 500, 0, 0)
      await untilEnded(pool, 500)
      await sleep(1000)
      await forgetRuns(pool)
      await target.forget()
      const runs = Math.min(most, Math.ceil(callsPerSecond * seconds * count))
      const startedAt = performance.now()
      await makeDue(pool, runs, 0, 0)
      await untilEnded(pool, runs)
      const perSecond = (runs / (performance.now() - startedAt)) * 1000
      const succeeded = await numberOf(pool, `select count(*)::int as n from executions where status = 'SUCCEEDED'`)
      const { repeated } = await target.counts()
      speeds.push({ executors: count, perSecond, lost: runs - succeeded, repeated })
      await Promise.all(executors.map((executor) => executor.stop()))
    }
    await forgetRuns(pool)
    const executors = await startMany(Math.max(...counts), database.url, database.encryptionKey)
    const demand = await measureDemand(pool, target, { tasks: 500, intervalSeconds: 5, turns: 3 })
    await Promise.all(executors.map((executor) => executor.stop()))
    return { speeds, demand }
  } finally {
    await target.stop()
    await database.stop()
  }
}
