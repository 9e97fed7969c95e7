import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'

/** What a thread does to its surroundings: it has a port and a priority, which the test's own thread keeps. */
const thread = vi.hoisted(() => ({
  messages: [] as unknown[],
  priorities: [] as unknown[][],
  link: (): string => '/proc/7/task/42',
}))
vi.mock('node:worker_threads', () => ({
  parentPort: { postMessage: (message: unknown) => void thread.messages.push(message) },
  threadId: 3,
}))
vi.mock('node:os', () => ({ setPriority: (...call: unknown[]) => void thread.priorities.push(call) }))
vi.mock('node:fs', () => ({
  readlinkSync: (path: string) => `${thread.link()}${path === '/proc/thread-self' ? '' : '?'}`,
}))

beforeAll(() => vi.resetModules())
afterAll(() => {
  for (const name of ['node:worker_threads', 'node:os', 'node:fs']) vi.doUnmock(name)
  vi.resetModules()
})
beforeEach(() => {
  thread.messages.length = 0
  thread.priorities.length = 0
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => void vi.useRealTimers())

const serve = async <J>(runJob: (job: J) => unknown) => (await import('./run-batch.ts')).serveBatches(runJob)
const progress = () => new Int32Array(new SharedArrayBuffer(4))

it('a batch is answered job by job, in their order, and says which one it is at', async () => {
  const at = progress()
  const seen: number[] = []
  const runBatch = await serve((job: string) => {
    seen.push(Atomics.load(at, 0))
    if (job === 'bad') throw new Error('It is bad.')
    if (job === 'odd') throw 'odd'
    return job.toUpperCase()
  })
  expect(runBatch({ id: 1, jobs: ['a', 'bad', 'odd', 'b'], progress: at })).toEqual([
    { kind: 'answer', answer: 'A' },
    { kind: 'error', message: 'It is bad.' },
    { kind: 'error', message: 'odd' },
    { kind: 'answer', answer: 'B' },
  ])
  expect(seen).toEqual([0, 1, 2, 3])
  expect(runBatch({ id: 2, jobs: [], progress: at })).toEqual([])
})

it('a batch says that it has begun, by which thread and with how much processor time before', async () => {
  const runBatch = await serve(() => thread.messages.length)
  const usedBefore = process.threadCpuUsage()
  // The message has been posted by the time of the first job.
  expect(runBatch({ id: 9, jobs: [1], progress: progress() })).toEqual([{ kind: 'answer', answer: 1 }])
  expect(thread.messages).toEqual([{ startedBatch: 9, threadId: 3, usedMicroseconds: expect.any(Number) }])
  const [{ usedMicroseconds }] = thread.messages as [{ usedMicroseconds: number }]
  expect(usedMicroseconds).toBeGreaterThanOrEqual(usedBefore.user + usedBefore.system)
})

it('no job begins once 50 milliseconds of a batch are over, but for the first', async () => {
  const take = async (...jobs: number[]) => {
    const runBatch = await serve((ms: number) => {
      vi.advanceTimersByTime(ms)
      return ms
    })
    return runBatch({ id: 1, jobs, progress: progress() }).map((result) => 'answer' in result && result.answer)
  }
  expect(await take(49, 1, 1, 1)).toEqual([49, 1, 1])
  expect(await take(1000, 1)).toEqual([1000])
})

it('the first job of a batch is done, though the thread was kept waiting for longer than a slice before it', async () => {
  const runBatch = await serve((job: string) => job)
  const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(51)
  onTestFinished(() => clock.mockRestore())
  expect(runBatch({ id: 1, jobs: ['a', 'b'], progress: progress() })).toEqual([{ kind: 'answer', answer: 'a' }])
})

it('a thread gives others precedence, where the system lets it', async () => {
  await serve(() => null)
  expect(thread.priorities).toEqual([[42, 5]])
  thread.link = () => {
    throw new Error('ENOENT')
  }
  const runBatch = await serve(() => 'a')
  expect(runBatch({ id: 1, jobs: [1], progress: progress() })).toEqual([{ kind: 'answer', answer: 'a' }])
  expect(thread.priorities).toHaveLength(1)
})
