import { countRuns, untilRecorded, warmUp, type Bench } from '../parts/bench.ts'
import { forgetRuns, makeDue, settle } from '../parts/seed.ts'

export interface DispatchCosts {
  fewMsPerRun: number
  manyMsPerRun: number
}

const runsARound = 2000

/** Time in dispatch for each run that it queues: with as many tasks as there are, and again when there are more. */
export const measureDispatchCost = async (
  bench: Bench,
  addTasks: () => Promise<void>,
  rounds: number,
): Promise<DispatchCosts> => {
  const fewMsPerRun = await measureRounds(bench, rounds)
  await addTasks()
  return { fewMsPerRun, manyMsPerRun: await measureRounds(bench, rounds) }
}

/** The least disturbed of several rounds: whatever else the machine does makes one dearer, never cheaper. */
const measureRounds = async (bench: Bench, rounds: number): Promise<number> => {
  const { pool } = bench.database
  await forgetRuns(pool)
  await warmUp(bench, runsARound)
  await settle(pool)
  const costs: number[] = []
  for (let round = 0; round < rounds; round += 1) costs.push(await measureRound(bench))
  return Math.min(...costs)
}

const measureRound = async (bench: Bench): Promise<number> => {
  const { executor, database } = bench
  const read = async () => ({
    seconds: await executor.metric('knockwire_dispatch_seconds_total'),
    runs: await executor.metric('knockwire_dispatch_runs_total'),
  })
  const before = await read()
  const recorded = await countRuns(bench)
  await makeDue(database.pool, runsARound, 200, 0)
  await untilRecorded(bench, recorded, runsARound)
  const after = await read()
  return ((after.seconds - before.seconds) * 1000) / (after.runs - before.runs)
}
