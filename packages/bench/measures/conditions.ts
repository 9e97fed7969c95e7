import { countRuns, startCpuCount, untilRecorded, warmUp, type Bench } from '../parts/bench.ts'
import { forgetRuns, makeDue, pointTasks } from '../parts/seed.ts'
import { unwatchTasks, watchTasks, type WatchedValue } from '../parts/watch.ts'

export interface Added {
  /** Runs a second with the condition, by those without it. */
  throughputRatio: number
  /** Processor time of executor and PostgreSQL that it adds to a run, as a part of what that takes without it. */
  costAdded: number
  msPerRun: number
}

export interface ConditionCosts {
  simple: Added
  json: Added
}

interface Figures {
  perSecond: number
  msPerRun: number
}

const rounds = 9

/** What one condition that does not hold adds to a run: on the status code, and by a JSON path on a body of 10 KB. */
export const measureConditions = async (bench: Bench, runs: number): Promise<ConditionCosts> => {
  await warmUp(bench, 5000)
  return {
    simple: await compare(bench, runs, '/', { source: 'response_code', property: '' }),
    json: await compare(bench, runs, '/10kb', { source: 'response_body_json', property: '$.items[40].price' }),
  }
}

/** In turn, so that whatever else the machine does falls on both alike. */
const compare = async (bench: Bench, runs: number, path: string, watched: WatchedValue): Promise<Added> => {
  const { pool } = bench.database
  await pointTasks(pool, runs, `${bench.targetOrigin}${path}`)
  const without: Figures[] = []
  const withCondition: Figures[] = []
  for (let round = 0; round < rounds; round += 1) {
    await unwatchTasks(pool)
    without.push(await measureRuns(bench, runs))
    await watchTasks(pool, runs, watched)
    withCondition.push(await measureRuns(bench, runs))
  }
  await unwatchTasks(pool)
  const ratiosOf = (read: (figures: Figures) => number) =>
    withCondition.map((watching, round) => read(watching) / read(without[round] ?? watching))
  return {
    throughputRatio: median(ratiosOf(({ perSecond }) => perSecond)),
    costAdded: median(ratiosOf(({ msPerRun }) => msPerRun)) - 1,
    msPerRun: median(withCondition.map(({ msPerRun }) => msPerRun)),
  }
}

/** Of rounds next to each other, so that a disturbance in one of them counts for little. */
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN

const measureRuns = async (bench: Bench, runs: number): Promise<Figures> => {
  await forgetRuns(bench.database.pool)
  const before = await countRuns(bench)
  const cpu = startCpuCount(bench)
  await makeDue(bench.database.pool, runs, 0, 0)
  const elapsedMs = await untilRecorded(bench, before, runs)
  const used = cpu()
  return { perSecond: (runs / elapsedMs) * 1000, msPerRun: ((used.executor + used.postgres) * 1000) / runs }
}
