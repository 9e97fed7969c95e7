import { availableParallelism } from 'node:os'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunOptions, SandboxOptions } from './sandbox.ts'
import type { BatchOutcome, ThreadPoolOptions } from './thread-pool.ts'

interface Job {
  name: string
  isLong?: boolean
  length?: number
}

interface Batch {
  /** The names of its jobs. */
  names: string
  end: (outcome: BatchOutcome) => Promise<void>
}

const opened: ThreadPoolOptions[] = []
const batches: Batch[] = []
let closed = 0
/** How long a thread takes to come up. */
let beginsAfterMs = 0

// Which jobs go together, and what becomes of those beside one that is stopped, is decided before any thread sees them.
vi.mock(import('./thread-pool.ts'), () => ({
  openThreadPool: ((options: ThreadPoolOptions) => {
    opened.push(options)
    return {
      run: (jobs: readonly Job[], onBegun?: () => void) =>
        new Promise<BatchOutcome>((resolve) => {
          const end = async (outcome: BatchOutcome) => {
            resolve(outcome)
            await vi.advanceTimersByTimeAsync(0)
          }
          setTimeout(() => onBegun?.(), beginsAfterMs)
          batches.push({ names: jobs.map(({ name }) => name).join(' '), end })
        }),
      close: async () => void (closed += 1),
    }
  }) as never,
}))

beforeAll(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('./thread-pool.ts')
  vi.resetModules()
})
beforeEach(() => {
  vi.useFakeTimers()
  opened.length = 0
  batches.length = 0
  closed = 0
  beginsAfterMs = 0
})
afterEach(() => void vi.useRealTimers())

const open = async (options: Partial<SandboxOptions<Job>> = { threads: 3 }) => {
  const { createSandbox } = await import('./sandbox.ts')
  const sandbox = createSandbox<Job & { kind: string }>({
    worker: new URL('file:///worker.ts'),
    deadlineMs: 60,
    startMs: 15_000,
    resourceLimits: {},
    lengthOf: ({ length = 1 }) => length,
    isQuick: ({ isLong = false }) => !isLong,
    ...options,
  })
  /** What became of each job, by its name. */
  const outcomes: Record<string, unknown> = {}
  const run = (accountId: string, job: Job, runOptions?: RunOptions) =>
    void sandbox.run(accountId, { kind: 'any', ...job }, runOptions).then((outcome) => (outcomes[job.name] = outcome))
  return { sandbox, outcomes, run }
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const begun = () => batches.map(({ names }) => names)
const answer = (...answers: unknown[]): BatchOutcome => ({
  kind: 'done',
  results: answers.map((one) => ({ kind: 'answer', answer: one })),
})
const endOf = (at: number, outcome: BatchOutcome) => batches[at]?.end(outcome) ?? expect.fail('It has not begun.')
const stopped = { kind: 'stopped', reason: 'It took too long, or too much memory.' }
const busy = { kind: 'busy', reason: 'The server was too busy to do it in time.' }

describe('jobs that go to a thread together', () => {
  it('are those that were asked for within 10 milliseconds', async () => {
    const { run, outcomes } = await open()
    run('a', { name: '1' })
    await wait(9)
    run('b', { name: '2' })
    expect(begun()).toEqual([])
    await wait(1)
    run('c', { name: '3' })
    await wait(10)
    expect(begun()).toEqual(['1 2', '3'])
    await endOf(0, answer('one', 'two'))
    expect(outcomes).toEqual({ 1: { kind: 'answered', answer: 'one' }, 2: { kind: 'answered', answer: 'two' } })
  })

  it('are 64 at most', async () => {
    const { run } = await open()
    for (let name = 1; name <= 65; name += 1) run(`account ${name}`, { name: String(name) })
    await wait(10)
    expect(begun().map((names) => names.split(' ').length)).toEqual([64, 1])
  })

  it.each([
    ['a quarter of a second, from when its thread has begun', 400, 650],
    ['a second, where its thread does not come up', 5000, 1000],
  ])('wait for the batch before on as many threads as there are for quick ones, for %s', async (_time, ms, slowMs) => {
    beginsAfterMs = ms
    const { run } = await open({ threads: 3, quickThreads: 1 })
    run('a', { name: '1' })
    await wait(10)
    run('b', { name: '2' })
    await wait(slowMs - 1)
    expect(begun()).toEqual(['1'])
    await wait(1)
    expect(begun()).toEqual(['1', '2'])
    run('c', { name: '3' })
    await wait(20)
    expect(begun()).toEqual(['1', '2'])
    await endOf(1, answer('two'))
    expect(begun()).toEqual(['1', '2', '3'])
  })

  it('are of 768 KB at most', async () => {
    const { run } = await open()
    const third = 256 * 1024
    for (const name of ['1', '2', '3', '4']) run(name, { name, length: third })
    await wait(10)
    expect(begun()).toEqual(['1 2 3', '4'])
    run('5', { name: '5', length: third + 1 })
    for (const name of ['6', '7']) run(name, { name, length: third })
    await wait(10)
    expect(begun().slice(2)).toEqual(['5 6'])
    await endOf(0, answer(1, 2, 3))
    expect(begun().slice(3)).toEqual(['7'])
  })

  it('are none beside one that may take long, of which a thread stays free', async () => {
    const { run } = await open()
    for (const name of ['1', '2', '3']) run(name, { name, isLong: true })
    run('4', { name: '4' })
    await wait(10)
    expect(begun().toSorted()).toEqual(['1', '2', '4'])
  })
})

describe('a job', () => {
  it('that the thread did not come to is next, before what waits', async () => {
    const { run, outcomes } = await open()
    for (const name of ['1', '2', '3']) run(name, { name })
    await wait(10)
    await endOf(0, answer('one'))
    expect(outcomes).toEqual({ 1: { kind: 'answered', answer: 'one' } })
    expect(begun()).toEqual(['1 2 3', '2 3'])
  })

  it('whose thread did not come up begins again, with the others', async () => {
    const { run, outcomes } = await open()
    for (const name of ['1', '2']) run(name, { name })
    await wait(10)
    await endOf(0, { kind: 'not-started' })
    expect([begun(), outcomes]).toEqual([['1 2', '1 2'], {}])
  })

  it('that throws cannot be worked out', async () => {
    const { run, outcomes, sandbox } = await open()
    run('a', { name: '1' })
    await wait(10)
    await endOf(0, { kind: 'done', results: [{ kind: 'error', message: 'no' }] })
    expect(outcomes).toEqual({ 1: { kind: 'stopped', reason: 'It could not be worked out.' } })
    expect(sandbox.isPenalised('a')).toBe(false)
  })

  it('that takes too long is stopped, and its account’s others wait apart from then on, one by one', async () => {
    const { run, outcomes, sandbox } = await open()
    for (const name of ['1', '2', '3']) run(name === '2' ? 'slow' : name, { name })
    await wait(10)
    run('slow', { name: '4' })
    run('slow', { name: '5' })
    await endOf(0, { kind: 'stopped', at: 1, cause: 'time' })
    expect(outcomes).toEqual({ 2: stopped })
    expect([sandbox.isPenalised('slow'), sandbox.isPenalised('1')]).toEqual([true, false])
    await wait(10)
    expect(begun()).toEqual(['1 2 3', '1 3', '4'])
    await endOf(2, answer('four'))
    expect(begun().slice(3)).toEqual(['5'])
    // Its last one was stopped a minute ago.
    await wait(60_000)
    expect(sandbox.isPenalised('slow')).toBe(false)
  })

  it('that runs out of memory beside others is tried alone, and is then stopped', async () => {
    const { run, outcomes, sandbox } = await open()
    for (const name of ['1', '2', '3']) run(name, { name })
    await wait(10)
    await endOf(0, { kind: 'stopped', at: 1, cause: 'memory' })
    expect([outcomes, sandbox.isPenalised('2')]).toEqual([{}, false])
    expect(begun().slice(1).toSorted()).toEqual(['1 3', '2'])
    await endOf(begun().indexOf('2'), { kind: 'stopped', at: 0, cause: 'memory' })
    expect([outcomes, sandbox.isPenalised('2')]).toEqual([{ 2: stopped }, true])
  })

  it('that may take long is one of the account that had less time lately', async () => {
    const { run } = await open()
    run('greedy', { name: '1', isLong: true })
    run('other', { name: '2', isLong: true })
    await wait(510)
    run('greedy', { name: '3', isLong: true })
    run('modest', { name: '4', isLong: true })
    await wait(10)
    await endOf(0, answer('one'))
    expect(begun()).toEqual(['1', '2', '4'])
  })

  it('that is quick takes nothing off its account’s share of long ones', async () => {
    const { run } = await open()
    run('quick', { name: '1' })
    await wait(510)
    await endOf(0, answer('one'))
    for (const name of ['2', '3']) run(`busy ${name}`, { name, isLong: true })
    await wait(10)
    run('quick', { name: '4', isLong: true })
    run('none', { name: '5', isLong: true })
    await wait(10)
    await endOf(1, answer('two'))
    expect(begun()).toEqual(['1', '2', '3', '4'])
  })
})

describe('a caller that waits only so long', () => {
  it('is rejected once the time is over, and its job is dropped', async () => {
    const { run, outcomes } = await open()
    for (const name of ['1', '2']) run(name, { name, isLong: true })
    run('3', { name: '3', isLong: true }, { maxWaitMs: 50 })
    await wait(49)
    expect(outcomes).toEqual({})
    await wait(1)
    expect(outcomes).toEqual({ 3: busy })
    await endOf(0, answer('one'))
    expect(begun()).toEqual(['1', '2'])
  })

  it('is answered once the job has begun, however long it takes', async () => {
    const { run, outcomes } = await open()
    run('a', { name: '1' }, { maxWaitMs: 50 })
    await wait(1000)
    expect(outcomes).toEqual({})
    await endOf(0, answer('one'))
    expect(outcomes).toEqual({ 1: { kind: 'answered', answer: 'one' } })
  })
})

describe('a sandbox', () => {
  it('that closes rejects what waits, what is in flight and what comes afterwards', async () => {
    const { run, outcomes, sandbox } = await open()
    for (const name of ['1', '2', '3']) run(name, { name, isLong: true })
    await wait(10)
    await sandbox.close()
    await wait(0)
    expect([outcomes, closed]).toEqual([{ 3: busy }, 1])
    await endOf(0, { kind: 'stopped', at: 0, cause: 'memory' })
    await endOf(1, answer('two'))
    run('4', { name: '4' })
    await wait(1000)
    expect(outcomes).toEqual({ 1: busy, 2: busy, 3: busy, 4: busy })
    expect([begun(), sandbox.isPenalised('1')]).toEqual([['1', '2'], false])
  })

  it('starts its threads with the first job, and may close without any', async () => {
    const { run, sandbox } = await open()
    await wait(1000)
    expect(opened).toEqual([])
    for (const name of ['1', '2']) {
      run('a', { name })
      await wait(10)
    }
    expect(opened).toHaveLength(1)
    await sandbox.close()
    await (await open()).sandbox.close()
    expect([opened.length, closed]).toEqual([1, 1])
  })

  it.each([
    [{ threads: 3 }, 3, 1],
    [{ threads: 5, keepsThreads: true }, 5, 5],
    [{ threads: 5, keepsThreads: true, quickThreads: 2 }, 5, 2],
  ])('with %o has %i threads, of which %i stay', async (options, threads, keptThreads) => {
    const { run } = await open(options)
    run('a', { name: '1' })
    await wait(10)
    expect(opened).toMatchObject([{ threads, keptThreads, deadlineMs: 60, startMs: 15_000 }])
  })

  it('has as many threads as the machine has processors but one, and three at least', async () => {
    const { run } = await open({})
    run('a', { name: '1' })
    await wait(10)
    expect(opened[0]?.threads).toBe(Math.max(3, availableParallelism() - 1))
  })
})
