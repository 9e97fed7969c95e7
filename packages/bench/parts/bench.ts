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

/** Resolves when so many runs were recorded since `before`; gives how long that took. */
export const untilRecorded = async (bench: Bench, before: number, count: number, withinMs: number): Promise<number> => {
  const startedAt = performance.now()
  for (;;) {
    const elapsed = performance.now() - startedAt
    const recorded = (await countRuns(bench)) - before
    if (recorded >= count) return elapsed
    if (elapsed > withinMs) throw new Error(`Only ${recorded} of ${count} runs were recorded within ${withinMs} ms.`)
    // Seldom enough that asking costs next to nothing of what is measured.
    await sleep(Math.min(100, withinMs / 100))
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
    await untilRecorded(bench, before, runs, 60_000)
  }
}
