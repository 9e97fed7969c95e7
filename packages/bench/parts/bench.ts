import type { BenchDatabase } from './bench-database.ts'
import type { BenchExecutor } from './executor.ts'
import { cpuSeconds } from './cpu.ts'
import { makeDue } from './seed.ts'

export interface Bench {
  database: BenchDatabase
  executor: BenchExecutor
  targetOrigin: string
}

export interface CpuUsed {
  executor: number
  postgres: number
}

export const startCpuCount = ({ executor, database }: Bench): (() => CpuUsed) => {
  const before = { executor: cpuSeconds(executor.pid), postgres: cpuSeconds(database.pid) }
  return () => ({
    executor: cpuSeconds(executor.pid) - before.executor,
    postgres: cpuSeconds(database.pid) - before.postgres,
  })
}

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const succeeded = 'knockwire_runs_total{outcome="succeeded"}'

export const countRuns = ({ executor }: Bench) => executor.metric(succeeded)

/**
 * Resolves when so many runs were recorded since `before`; gives how long that took. Throws where none is for `stuckMs`: a
 * slow machine is slow, not wrong.
 */
export const untilRecorded = async (bench: Bench, before: number, count: number, stuckMs = 60_000): Promise<number> => {
  const startedAt = performance.now()
  let [recorded, recordedAt] = [0, startedAt]
  for (;;) {
    const now = performance.now()
    const read = (await countRuns(bench)) - before
    if (read >= count) return now - startedAt
    if (read > recorded) [recorded, recordedAt] = [read, now]
    if (now - recordedAt > stuckMs) throw new Error(`${recorded} of ${count} runs were recorded, then none any more.`)
    // Seldom enough that asking costs next to nothing of what is measured.
    await sleep(Math.min(100, stuckMs / 100))
  }
}

/**
 * Compiles what runs often, opens the connections, and lets PostgreSQL settle on its plans.
 * @param runs - made at once, so no more than there are tasks.
 * @param times - how often.
 */
export const warmUp = async (bench: Bench, runs: number, times = 1): Promise<void> => {
  for (let time = 0; time < times; time += 1) {
    const before = await countRuns(bench)
    await makeDue(bench.database.pool, runs, 0, 0)
    await untilRecorded(bench, before, runs)
  }
}
