import { countRuns, sleep, startCpuCount, untilRecorded, warmUp, type Bench } from '../parts/bench.ts'
import { forgetRuns, makeDue } from '../parts/seed.ts'

export interface Lag {
  p50Ms: number
  p99Ms: number
  maxMs: number
  executorMsPerRun: number
  postgresMsPerRun: number
}

const leadMs = 2000

const lagSql = `
  select
    percentile_cont(0.5) within group (order by lag) as p50,
    percentile_cont(0.99) within group (order by lag) as p99,
    max(lag) as max
  from (select extract(epoch from started_at - scheduled_for)::float8 * 1000 as lag from executions) lags`

/** So many runs become due one after the other: how long after its time each one starts. */
export const measureLag = async (bench: Bench, runs: number, everyMs: number): Promise<Lag> => {
  const { pool } = bench.database
  // As after some minutes at 200 runs a second: until then, half of the processor time is that of code not yet compiled.
  await warmUp(bench, 10_000, 3)
  await forgetRuns(pool)
  const before = await countRuns(bench)
  const cpu = startCpuCount(bench)
  await makeDue(pool, runs, leadMs, everyMs)
  await sleep(leadMs + runs * everyMs)
  await untilRecorded(bench, before, runs)
  const used = cpu()
  const { rows } = await pool.query<{ p50: number; p99: number; max: number }>(lagSql)
  const { p50 = NaN, p99 = NaN, max = NaN } = rows[0] ?? {}
  const msPerRun = (seconds: number) => (seconds * 1000) / runs
  return {
    p50Ms: p50,
    p99Ms: p99,
    maxMs: max,
    executorMsPerRun: msPerRun(used.executor),
    postgresMsPerRun: msPerRun(used.postgres),
  }
}
