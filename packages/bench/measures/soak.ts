import { countRuns, sleep, untilRecorded, warmUp, type Bench } from '../parts/bench.ts'
import { memoryMb } from '../parts/cpu.ts'
import { forgetRuns, makeDue, pointTasks } from '../parts/seed.ts'
import { unwatchTasks, watchTasks } from '../parts/watch.ts'

export interface Soak {
  minutes: number
  runs: number
  /** The most at any second; the threads that read bodies are part of the executor. */
  peakMb: number
  afterAMinuteMb: number
  atEndMb: number
}

const everyMs = 5
const leadMs = 1000

/** 200 runs a second for so long, each with a condition by a JSON path on a body of 10 KB. */
export const measureSoak = async (bench: Bench, tasks: number, minutes: number): Promise<Soak> => {
  const { database, executor, targetOrigin } = bench
  const { pool } = database
  await pointTasks(pool, tasks, `${targetOrigin}/10kb`)
  await watchTasks(pool, tasks, { source: 'response_body_json', property: '$.items[40].price' })
  await warmUp(bench, tasks)
  const memory: number[] = []
  const sampling = setInterval(() => memory.push(memoryMb(executor.pid, 'now')), 1000)
  const until = performance.now() + minutes * 60_000
  let runs = 0
  while (performance.now() < until) {
    const before = await countRuns(bench)
    const left = Math.ceil((until - performance.now()) / everyMs)
    const count = Math.min(tasks, Math.max(1, left))
    await makeDue(pool, count, leadMs, everyMs)
    await sleep(leadMs + count * everyMs)
    await untilRecorded(bench, before, count)
    runs += count
  }
  clearInterval(sampling)
  await unwatchTasks(pool)
  await pointTasks(pool, tasks, targetOrigin)
  await forgetRuns(pool)
  return {
    minutes,
    runs,
    peakMb: Math.max(...memory),
    afterAMinuteMb: memory[Math.min(60, memory.length - 1)] ?? NaN,
    atEndMb: memory.at(-1) ?? NaN,
  }
}
