import { countRuns, untilRecorded, type Bench } from '../parts/bench.ts'
import { forgetRuns, makeDue } from '../parts/seed.ts'

const rounds = 8
const runsARound = 3000

/** Time in dispatch for each run that it queues, in milliseconds; the least disturbed of several rounds. */
export const measureDispatchCost = async (bench: Bench): Promise<number> => {
  const { pool } = bench.database
  await forgetRuns(pool)
  const costs: number[] = []
  for (let round = 0; round < rounds; round += 1) costs.push(await measureRound(bench))
  return costs.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? NaN
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
  await untilRecorded(bench, recorded, runsARound, 60_000)
  const after = await read()
  return ((after.seconds - before.seconds) * 1000) / (after.runs - before.runs)
}
