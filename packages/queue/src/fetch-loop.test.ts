import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FetchLimits, FetchLoop, type Load } from './fetch-loop.ts'
import type { LeasedJob } from './queue.ts'

type Job = LeasedJob<'run'>
const jobs = (count: number): Job[] =>
  Array.from({ length: count }, (_, n) => ({ id: String(n), data: { executionIds: [] }, attempt: 0, group: null }))

interface Options extends Partial<FetchLimits> {
  held?: number
  load?: Partial<Load>
  failure?: Error | null
}

const pollMs = 1000
const retryMs = 250

describe('fetch loop', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  /** A loop whose queue holds so many jobs, and a process as loaded as the test says. */
  const start = ({ held = 0, load = {}, failure = null, ...limits }: Options) => {
    const state = {
      held,
      load: { inFlight: 0, waiting: 0, unscheduled: 0, ...load },
      fullGroups: (): string[] => [],
      failure,
      onFetched: (): unknown => null,
    }
    const fetches: { count: number; excludedGroups: readonly string[]; at: number }[] = []
    const [fetched, errors]: [number[], Error[]] = [[], []]
    const arrivals: (() => void)[] = []
    const startedAt = performance.now()
    const loop = new FetchLoop<'run'>({
      queue: {
        fetch: async (_name, count, { excludedGroups = [] }) => {
          fetches.push({ count, excludedGroups, at: performance.now() - startedAt })
          if (state.failure) throw state.failure
          const taken = Math.min(count, state.held)
          state.held -= taken
          return jobs(taken)
        },
        onJobsSent: (_name, listener) => void arrivals.push(listener),
      },
      name: 'run',
      concurrency: 100,
      maxWaiting: 1000,
      itemsPerJob: 1,
      minFetch: 1,
      pollMs,
      load: () => state.load,
      fullGroups: () => state.fullGroups(),
      onFetched: (taken) => {
        fetched.push(taken.length)
        state.onFetched()
      },
      onError: (error) => void errors.push(error),
      ...limits,
    })
    loop.start()
    const sendJobs = () => arrivals.forEach((listener) => listener())
    return { loop, state, fetches, fetched, errors, sendJobs, counts: () => fetches.map(({ count }) => count) }
  }
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  it('the queue is fetched from at the start, at each poll, and at once when jobs are sent', async () => {
    const { fetches, sendJobs } = start({})
    await pass(pollMs)
    await pass(300)
    sendJobs()
    await pass(0)
    expect(fetches.map(({ at }) => at)).toEqual([0, 1000, 1300])
  })

  it('a job that becomes due is fetched then, rather than at the next poll', async () => {
    const { loop, fetches } = start({})
    await pass(100)
    loop.wakeWithin(0.5)
    await pass(pollMs - 100)
    expect(fetches.map(({ at }) => at)).toEqual([0, 600])
  })

  it.each([
    ['an idle process fetches 20 jobs at most', {}, 20],
    ['a job of many items is fetched for each so many slots', { itemsPerJob: 30 }, 4],
    ['at least the least that a fetch is worth is fetched', { itemsPerJob: 100, minFetch: 3 }, 3],
    ['slots in flight make no room', { load: { inFlight: 95 } }, 5],
    ['nor do slots that fetched jobs will take', { load: { inFlight: 90, unscheduled: 4 } }, 6],
    ['the reserved slots are filled from 50 items', { itemsPerJob: 10, load: { inFlight: 100 } }, 5],
  ])('%s', async (_what, options, count) => {
    const { counts } = start(options)
    await pass(0)
    expect(counts()).toEqual([count])
  })

  it.each([
    ['as many items wait as may', { waiting: 1000 }],
    ['all slots are promised to fetched jobs', { inFlight: 50, unscheduled: 50 }],
    ['more than all slots are promised to fetched jobs', { inFlight: 50, unscheduled: 70 }],
    ['the reserved slots are taken, too', { inFlight: 200 }],
  ])('nothing is fetched while %s', async (_what, load) => {
    const { counts } = start({ load })
    await pass(pollMs)
    expect(counts()).toEqual([])
  })

  it('a fetch that found as many jobs as it requested is followed by another at once', async () => {
    const { fetches, fetched } = start({ held: 45 })
    await pass(10)
    expect(fetches.map(({ at }) => at < 10)).toEqual([true, true, true])
    expect(fetched).toEqual([20, 20, 5])
  })

  it('a full fetch is not followed by another while there is no room', async () => {
    const { loop, state, counts } = start({ held: 45, load: { inFlight: 99 } })
    state.onFetched = () => (state.load.inFlight = 200)
    await pass(100)
    expect(counts()).toEqual([1])
    state.onFetched = () => null
    state.load.inFlight = 50
    loop.wakeIfRoom()
    await pass(0)
    expect(counts().slice(0, 2)).toEqual([1, 20])
  })

  it('room that comes free fetches nothing where the queue was found empty', async () => {
    const { loop, counts } = start({ held: 5 })
    await pass(0)
    loop.wakeIfRoom()
    await pass(pollMs - 1)
    expect(counts()).toEqual([20])
  })

  it.each([
    ['of jobs with many items', { itemsPerJob: 50 }, 25],
    ['of jobs with a few items', { itemsPerJob: 10 }, 10],
  ])('room that comes free is fetched for once it is worth a query: %s', async (_what, limits, enough) => {
    const { loop, state, counts } = start({ ...limits, held: 3, load: { inFlight: 200 } })
    await pass(0)
    expect(counts()).toEqual([])
    state.load.inFlight = 100 - enough + 1
    loop.wakeIfRoom()
    await pass(0)
    expect(counts()).toEqual([])
    state.load.inFlight -= 1
    loop.wakeIfRoom()
    await pass(0)
    expect(counts().length).toBeGreaterThan(0)
  })

  it('accounts that have their share are excluded, and are fetched for once room comes free', async () => {
    const { loop, state, fetches } = start({ held: 5 })
    await pass(0)
    state.fullGroups = () => ['greedy']
    await pass(pollMs)
    expect(fetches.map(({ excludedGroups }) => excludedGroups)).toEqual([[], ['greedy']])
    state.fullGroups = () => []
    loop.wakeIfRoom()
    await pass(0)
    expect(fetches.map(({ excludedGroups }) => excludedGroups)).toEqual([[], ['greedy'], []])
  })

  it('an account that reached its share by a fetch is fetched for once room comes free', async () => {
    const { loop, state, counts, fetched } = start({ held: 5 })
    state.fullGroups = () => (fetched.length > 0 ? ['greedy'] : [])
    await pass(0)
    expect(counts()).toHaveLength(1)
    loop.wakeIfRoom()
    await pass(0)
    expect(counts()).toHaveLength(2)
  })

  it('a fetch that fails is reported and repeated after a quarter of a second, however often the loop is woken', async () => {
    const { loop, state, fetches, errors } = start({ failure: new Error('The database is away') })
    await pass(0)
    loop.wake()
    await pass(retryMs)
    state.failure = null
    loop.wake()
    await pass(retryMs)
    loop.wake()
    await pass(0)
    expect(fetches.map(({ at }) => at)).toEqual([0, 250, 500, 500])
    expect(errors.map(({ message }) => message)).toEqual(['The database is away', 'The database is away'])
  })

  it('a loop that is stopped ends the fetch in progress, and fetches nothing more', async () => {
    const { loop, counts, sendJobs } = start({ held: 3 })
    const stopped = loop.stop()
    await pass(0)
    await stopped
    const before = counts().length
    sendJobs()
    loop.wake()
    loop.wakeIfRoom()
    await pass(10 * pollMs)
    expect(counts()).toHaveLength(before)
    expect(before).toBe(1)
  })
})
