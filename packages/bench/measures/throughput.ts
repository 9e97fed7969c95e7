import { countRuns, startCpuCount, untilRecorded, warmUp, type Bench } from '../parts/bench.ts'
import { printed, startChild } from '../parts/child.ts'
import { forgetRuns, makeDue } from '../parts/seed.ts'
import { unwatchTasks, watchTasks } from '../parts/watch.ts'

export interface Throughput {
  barePerSecond: number
  perSecond: number
  ratio: number
  executorMsPerRun: number
  postgresMsPerRun: number
  cpuMsPerRun: number
}

const rounds = 3

/** What undici alone does to the same target. */
const measureBareLoop = async ({ targetOrigin }: Bench): Promise<number> => {
  const loop = startChild('parts/bare-loop.ts', [targetOrigin, '4', '64'])
  const { perSecond } = await printed<{ perSecond: number }>(loop, () => true)
  return perSecond
}

/** All of the tasks are due at once: how fast they are called and recorded, and the processor time of that. */
const measureRound = async (bench: Bench, runs: number) => {
  await forgetRuns(bench.database.pool)
  const before = await countRuns(bench)
  const cpu = startCpuCount(bench)
  await makeDue(bench.database.pool, runs, 0, 0)
  const elapsedMs = await untilRecorded(bench, before, runs)
  const used = cpu()
  const msPerRun = (seconds: number) => (seconds * 1000) / runs
  return {
    perSecond: (runs / elapsedMs) * 1000,
    executorMsPerRun: msPerRun(used.executor),
    postgresMsPerRun: msPerRun(used.postgres),
  }
}

/**
 * With a condition on the status code of each task. In turn, and of each the least disturbed: whatever else the machine does
 * makes a round slower, never faster.
 */
export const measureThroughput = async (bench: Bench, runs: number): Promise<Throughput> => {
  const { pool } = bench.database
  await watchTasks(pool, runs, { source: 'response_code', property: '' })
  await warmUp(bench, 5000)
  const bare: number[] = []
  const measured: Awaited<ReturnType<typeof measureRound>>[] = []
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await measureBareLoop(bench))
    measured.push(await measureRound(bench, runs))
  }
  await unwatchTasks(pool)
  const barePerSecond = Math.max(...bare)
  const best = measured.reduce((a, b) => (b.perSecond > a.perSecond ? b : a))
  const cpuMsPerRun = best.executorMsPerRun + best.postgresMsPerRun
  return { ...best, barePerSecond, ratio: best.perSecond / barePerSecond, cpuMsPerRun }
}
