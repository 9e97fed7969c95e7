import { countRuns, untilRecorded, type Bench } from '../parts/bench.ts'
import { memoryMb } from '../parts/cpu.ts'
import { makeDue } from '../parts/seed.ts'

const runsAtOnce = 50_000

/** Each of so many tasks runs once, as fast as it goes: the most memory that the executor has ever had by then. */
export const measureMemory = async (bench: Bench, runs: number): Promise<number> => {
  for (let first = 1; first <= runs; first += runsAtOnce) {
    const before = await countRuns(bench)
    const count = Math.min(runsAtOnce, runs - first + 1)
    await makeDue(bench.database.pool, count, 0, 0, first)
    await untilRecorded(bench, before, count)
  }
  return memoryMb(bench.executor.pid, 'peak')
}
