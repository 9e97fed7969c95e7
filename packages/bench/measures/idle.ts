import { sleep, startCpuCount, type Bench } from '../parts/bench.ts'
import { memoryMb } from '../parts/cpu.ts'

export interface Idle {
  executorPercent: number
  postgresPercent: number
  memoryMb: number
}

/** Tasks are active and none is due: what standing by costs, in percent of one core. */
export const measureIdle = async (bench: Bench, seconds: number): Promise<Idle> => {
  await sleep(3000)
  const cpu = startCpuCount(bench)
  await sleep(seconds * 1000)
  const used = cpu()
  return {
    executorPercent: (used.executor / seconds) * 100,
    postgresPercent: (used.postgres / seconds) * 100,
    memoryMb: memoryMb(bench.executor.pid, 'now'),
  }
}
