import { printed, startChild } from '../parts/child.ts'
import { countRuns, startCpuCount, untilRecorded, warmUp, type Bench } from '../parts/bench.ts'
import { forgetRuns, makeDue } from '../parts/seed.ts'

export interface Throughput {
  barePerSecond: number
  perSecond: number
  ratio: number
  executorMsPerRun: number
  postgresMsPerRun: number
  cpuMsPerRun: number
}

/** What undici alone does to the same target. */
export const measureBareLoop = async ({ targetOrigin }: Bench): Promise<number> => {
  const loop = startChild('parts/bare-loop.ts', [targetOrigin, '5', '64'])
  const { perSecond } = await printed<{ perSecond: number }>(loop, () => true)
  return perSecond
}

/** All of the tasks are due at once: how fast they are called and recorded. */
export const measureThroughput = async (bench: Bench, runs: number): Promise<Throughput> => {
  const barePerSecond = await measureBareLoop(bench)
  await warmUp(bench, 5000)
  await forgetRuns(bench.database.pool)
  const before = await countRuns(bench)
  await makeDue(bench.database.pool, runs, 0, 0)
  const cpu = startCpuCount(bench)
  const elapsedMs = await untilRecorded(bench, before, runs, 600_000)
  const used = cpu()
  const perSecond = (runs / elapsedMs) * 1000
  const msPerRun = (seconds: number) => (seconds * 1000) / runs
  return {
    barePerSecond,
    perSecond,
    ratio: perSecond / barePerSecond,
    executorMsPerRun: msPerRun(used.executor),
    postgresMsPerRun: msPerRun(used.postgres),
    cpuMsPerRun: msPerRun(used.executor + used.postgres),
  }
}
