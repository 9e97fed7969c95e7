import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Lease, Leases } from './leases.ts'
import type { LeasedJob } from './queue.ts'

const jobOf = (id: string, group: string | null = null): LeasedJob<'run'> => ({
  id,
  data: { executionIds: [] },
  attempt: 0,
  group,
})

/** Leases in a queue that says of each job whether its lease still holds. */
const setUp = () => {
  const renewals: string[][] = []
  const lost: string[][] = []
  const errors: Error[] = []
  let renew = async (ids: string[]) => new Set(ids)
  const leases = new Leases<'run'>({
    queue: {
      renew: (_name, leased) => {
        const ids = leased.map(({ id }) => id)
        renewals.push(ids)
        return renew(ids)
      },
    },
    name: 'run',
    onLost: (all) => void lost.push(all.map(({ job }) => job.id)),
    onError: (error) => void errors.push(error),
  })
  const answerWith = (answer: typeof renew) => (renew = answer)
  return { leases, renewals, lost, errors, answerWith }
}

const isAborted = ({ signal }: Lease<'run'>) => signal.aborted

describe('leases', () => {
  it('a job that is leased again loses its earlier lease, whose work no longer counts', () => {
    const { leases, lost } = setUp()
    const before = leases.add(jobOf('a'), 3)
    const after = leases.add(jobOf('a'), 2)
    expect([before, after].map(isAborted)).toEqual([true, false])
    expect([before, after].map((lease) => leases.holds(lease))).toEqual([false, true])
    expect(leases.unscheduled).toBe(2)
    expect(lost).toEqual([['a']])
  })

  it('the items of a lease are scheduled part by part, and never more of them than it has', () => {
    const { leases } = setUp()
    const [first, second] = [leases.add(jobOf('a'), 3), leases.add(jobOf('b'), 4)]
    leases.setScheduled(first, 2)
    expect(leases.unscheduled).toBe(5)
    leases.setScheduled(first, 2)
    expect(leases.unscheduled).toBe(4)
    leases.setScheduled(second)
    expect(leases.unscheduled).toBe(0)
  })

  it('a removed lease counts for nothing, and its late items neither', () => {
    const { leases } = setUp()
    const [first] = [leases.add(jobOf('a'), 3), leases.add(jobOf('b'), 4)]
    leases.remove(first)
    leases.setScheduled(first, 1)
    expect(leases.unscheduled).toBe(4)
    expect(leases.all.map(({ job }) => job.id)).toEqual(['b'])
    expect(leases.holds(first)).toBe(false)
  })

  it('accounts are named of which at least so many jobs are leased', () => {
    const { leases } = setUp()
    for (const [id, group] of [
      ['1', 'one'],
      ['2', 'two'],
      ['3', 'two'],
      ['4', null],
      ['5', null],
    ] as const)
      leases.add(jobOf(id, group), 1)
    expect(leases.groupsWith(2)).toEqual(['two'])
    expect(leases.groupsWith(1)).toEqual(['one', 'two'])
    expect(leases.groupsWith(3)).toEqual([])
  })

  it('a transaction gets the leases that the queue has renewed and that were not lost meanwhile', async () => {
    const { leases, answerWith } = setUp()
    const [a, b, c] = [leases.add(jobOf('a'), 1), leases.add(jobOf('b'), 1), leases.add(jobOf('c'), 1)]
    answerWith(async () => new Set(['a', 'b']))
    const renewing = leases.renewWithin(new pg.Client(), [a, b, c])
    leases.remove(b)
    expect(await renewing).toEqual([a])
  })

  it('a stop of the process aborts the work of each lease', () => {
    const { leases } = setUp()
    const all = [leases.add(jobOf('a'), 1), leases.add(jobOf('b'), 1)]
    leases.abortAll()
    expect(all.map(isAborted)).toEqual([true, true])
  })

  describe('the heartbeat', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
    afterEach(() => void vi.useRealTimers())

    /** A third of the time after which the queue takes a run's job from a silent process. */
    const beatMs = Math.ceil(10_000 / 3)

    const stop = (leases: Leases<'run'>) => Promise.all([leases.stopHeartbeat(), vi.advanceTimersByTimeAsync(0)])

    it('the heartbeat renews all leases three times within the time that they hold', async () => {
      const { leases, renewals } = setUp()
      leases.add(jobOf('a'), 1)
      leases.add(jobOf('b'), 1)
      leases.startHeartbeat()
      await vi.advanceTimersByTimeAsync(10_000)
      expect(renewals).toEqual([
        ['a', 'b'],
        ['a', 'b'],
        ['a', 'b'],
      ])
      await stop(leases)
      await vi.advanceTimersByTimeAsync(10_000)
      expect(renewals).toHaveLength(3)
    })

    it('a lease that the heartbeat does not find is lost, and the others hold', async () => {
      const { leases, lost, answerWith } = setUp()
      const [a, b] = [leases.add(jobOf('a'), 5), leases.add(jobOf('b'), 2)]
      answerWith(async () => new Set(['b']))
      leases.startHeartbeat()
      await vi.advanceTimersByTimeAsync(beatMs)
      expect(lost).toEqual([['a']])
      expect([a, b].map(isAborted)).toEqual([true, false])
      expect([a, b].map((lease) => leases.holds(lease))).toEqual([false, true])
      expect(leases.unscheduled).toBe(2)
      await stop(leases)
    })

    it('nothing is reported as lost while all leases hold', async () => {
      const { leases, lost } = setUp()
      leases.add(jobOf('a'), 1)
      leases.startHeartbeat()
      await vi.advanceTimersByTimeAsync(beatMs)
      expect(lost).toEqual([])
      await stop(leases)
    })

    it('a lease that was completed while the heartbeat was in flight is not lost', async () => {
      const { leases, lost, answerWith } = setUp()
      const lease = leases.add(jobOf('a'), 1)
      const answer = Promise.withResolvers<Set<string>>()
      answerWith(() => answer.promise)
      leases.startHeartbeat()
      await vi.advanceTimersByTimeAsync(beatMs)
      leases.remove(lease)
      answer.resolve(new Set())
      await vi.advanceTimersByTimeAsync(0)
      expect(lost).toEqual([])
      expect(isAborted(lease)).toBe(false)
      await stop(leases)
    })

    it('a heartbeat that fails is reported and repeated after a quarter of a second, and no lease is lost by it', async () => {
      const { leases, lost, errors, renewals, answerWith } = setUp()
      const lease = leases.add(jobOf('a'), 1)
      answerWith(() => Promise.reject(new Error('The database is away')))
      leases.startHeartbeat()
      await vi.advanceTimersByTimeAsync(beatMs + 1)
      expect(errors.map(({ message }) => message)).toEqual(['The database is away'])
      answerWith(async (ids) => new Set(ids))
      await vi.advanceTimersByTimeAsync(249)
      expect(renewals).toHaveLength(2)
      expect(lost).toEqual([])
      expect(leases.holds(lease)).toBe(true)
      await vi.advanceTimersByTimeAsync(beatMs - 251)
      expect(renewals).toHaveLength(2)
      await stop(leases)
    })
  })
})
