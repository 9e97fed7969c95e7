import { afterEach, describe, expect, it } from 'vitest'
import { sliceMs } from './run-batch.ts'
import { openThreadPool, type ThreadPool, type ThreadPoolOptions } from './thread-pool.ts'
import type { TestJob } from './testing/test.worker.ts'

const pools: ThreadPool<TestJob>[] = []
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})

const open = (changes: Partial<ThreadPoolOptions> = {}) => {
  const pool = openThreadPool<TestJob>({
    worker: new URL('./testing/test.worker.ts', import.meta.url),
    threads: 1,
    keptThreads: 1,
    deadlineMs: 60,
    startMs: 15_000,
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
    ...changes,
  })
  pools.push(pool)
  return pool
}
const echo = (value: string): TestJob => ({ kind: 'echo', value })
const spin = (ms: number): TestJob => ({ kind: 'spin', ms })

describe('a batch of jobs', () => {
  it('is answered in its order, and a job that throws with its message', async () => {
    expect(await open().run([echo('a'), { kind: 'throw' }, echo('b')])).toEqual({
      kind: 'done',
      results: [
        { kind: 'answer', answer: 'a' },
        { kind: 'error', message: expect.any(String) },
        { kind: 'answer', answer: 'b' },
      ],
    })
  })

  it('is answered as far as its jobs began within the slice, and at least the first', async () => {
    const outcome = await open({ deadlineMs: 5_000 }).run([spin(sliceMs * 2), echo('a')])
    expect(outcome).toEqual({ kind: 'done', results: [{ kind: 'answer', answer: sliceMs * 2 }] })
  })

  it('is stopped at the job that takes too much processor time, and the next batch is done', async () => {
    const pool = open()
    expect(await pool.run([echo('a'), spin(60_000), echo('b')])).toEqual({ kind: 'stopped', at: 1, cause: 'time' })
    expect(await pool.run([echo('a')])).toMatchObject({ kind: 'done' })
  })

  it('is stopped at the job that takes too much memory', async () => {
    expect(await open({ deadlineMs: 60_000 }).run([echo('a'), echo('b'), { kind: 'eat' }])).toEqual({
      kind: 'stopped',
      at: 2,
      cause: 'memory',
    })
  })

  it('is not started where no thread comes up in time', async () => {
    expect(await open({ startMs: 0 }).run([echo('a')])).toEqual({ kind: 'not-started' })
  })
})
