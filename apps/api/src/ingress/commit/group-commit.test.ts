import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GroupCommit, type GroupCommitOptions } from './group-commit.ts'

interface Write {
  items: readonly number[]
  end: (error?: Error) => void
}

const commitsWith = (changes: Partial<GroupCommitOptions<number, string>> = {}) => {
  const writes: Write[] = []
  const errors: Error[] = []
  const commits = new GroupCommit<number, string>({
    write: (items) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => `done ${item}`)))
        writes.push({ items, end })
      }),
    onError: (error) => errors.push(error),
    maxInFlight: 2,
    maxItems: 4,
    maxBytes: 100,
    bytesOf: (item) => item,
    maxWaiting: 8,
    now: () => performance.now(),
    ...changes,
  })
  const written = () => writes.map(({ items }) => items)
  const untilWrites = (count: number) => expect.poll(() => writes.length, { interval: 1 }).toBe(count)
  return { commits, writes, written, errors, untilWrites }
}

const rejection = (code: string) => Object.assign(new Error(`refused ${code}`), { code })

describe('a group', () => {
  it('begins with the first, and the next one holds what came while it was in flight', async () => {
    const { commits, writes, written, untilWrites } = commitsWith({ maxInFlight: 1 })
    const added = [1, 2, 3].map((item) => commits.add(item))
    expect(written()).toEqual([[1]])
    expect(commits.waiting).toBe(2)
    writes[0]?.end()
    expect(await added[0]).toBe('done 1')
    await untilWrites(2)
    expect(written()[1]).toEqual([2, 3])
    writes[1]?.end()
    expect(await Promise.all(added)).toEqual(['done 1', 'done 2', 'done 3'])
  })

  it('that does not become complete is committed with what there is', async () => {
    const { commits, writes, written, untilWrites } = commitsWith({ maxInFlight: 1 })
    const before = Promise.all([1, 2, 3, 4, 5].map((item) => commits.add(item)))
    for (const n of [1, 2, 3]) {
      await untilWrites(n)
      writes[n - 1]?.end()
    }
    await before
    void commits.add(6)
    await untilWrites(4)
    expect(written()).toEqual([[1], [2, 3, 4], [5], [6]])
  })

  it('begins beside one that does not end, though nothing more comes', async () => {
    const { commits, writes, written, untilWrites } = commitsWith()
    const stuck = commits.add(1)
    await untilWrites(1)
    const added = commits.add(2)
    await untilWrites(2)
    writes[1]?.end()
    expect(await added).toBe('done 2')
    expect(written()).toEqual([[1], [2]])
    writes[0]?.end()
    expect(await stuck).toBe('done 1')
  })

  it('holds nobody up that it had no room for, though it does not end', async () => {
    const { commits, writes, written, untilWrites } = commitsWith({ maxItems: 2 })
    const added = [1, 2, 3, 4].map((item) => commits.add(item))
    writes[0]?.end()
    await added[0]
    await untilWrites(3)
    expect(written()).toEqual([[1], [2, 3], [4]])
    writes[2]?.end()
    expect(await added[3]).toBe('done 4')
    writes[1]?.end()
    await Promise.all(added)
  })

  it('is bounded by number and by bytes, and one that is larger goes alone', async () => {
    const { commits, writes, written, untilWrites } = commitsWith({ maxInFlight: 1 })
    const items = [1, 2, 3, 4, 5, 60, 60, 500]
    const done = Promise.all(items.map((item) => commits.add(item)))
    for (let n = 1; n <= 5; n += 1) {
      await untilWrites(n)
      writes[n - 1]?.end()
    }
    await done
    expect(written()).toEqual([[1], [2, 3, 4, 5], [60], [60], [500]])
  })

  it('is full with exactly as many bytes as it may have', async () => {
    const { commits, writes, written, untilWrites } = commitsWith({ maxInFlight: 1 })
    const done = Promise.all([1, 40, 60, 1].map((item) => commits.add(item)))
    for (let n = 1; n <= 3; n += 1) {
      await untilWrites(n)
      writes[n - 1]?.end()
    }
    await done
    expect(written()).toEqual([[1], [40, 60], [1]])
  })

  it('turns away what would wait too long', async () => {
    const { commits, untilWrites } = commitsWith({ maxInFlight: 1, maxItems: 1 })
    void commits.add(0)
    await untilWrites(1)
    const added = Array.from({ length: 9 }, (_, item) => commits.add(item))
    expect(await added[8]).toBeNull()
    expect(commits.waiting).toBe(8)
  })

  it('that fails acknowledges nothing, and the next is tried', async () => {
    const { commits, writes, errors, untilWrites } = commitsWith({ maxInFlight: 1 })
    const first = commits.add(1)
    const failing = Promise.all([commits.add(2), commits.add(3)])
    writes[0]?.end()
    expect(await first).toBe('done 1')
    await untilWrites(2)
    const next = commits.add(4)
    writes[1]?.end(new Error('Connection terminated unexpectedly'))
    expect(await failing).toEqual([null, null])
    expect(errors.length).toBe(1)
    await untilWrites(3)
    writes[2]?.end()
    expect(await next).toBe('done 4')
  })

  it('with one that the database rejects is written without it', async () => {
    const { commits, errors } = commitsWith({
      write: async (items) => {
        if (items.includes(3)) throw rejection('22P05')
        return items.map((item) => `done ${item}`)
      },
    })
    const verdicts = await Promise.all([1, 2, 3, 4].map((item) => commits.add(item)))
    expect(verdicts).toEqual(['done 1', 'done 2', null, 'done 4'])
    expect(errors.length).toBeGreaterThan(0)
  })

  it('with one that needs what somebody else holds is written without it', async () => {
    const { commits } = commitsWith({
      write: async (items) => {
        if (items.includes(3))
          throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
        return items.map((item) => `done ${item}`)
      },
    })
    const verdicts = await Promise.all([1, 2, 3, 4].map((item) => commits.add(item)))
    expect(verdicts).toEqual(['done 1', 'done 2', null, 'done 4'])
  })

  it('that fails with something that is no error is reported as one', async () => {
    const { commits, errors } = commitsWith({ write: () => Promise.reject('no error') })
    expect(await commits.add(1)).toBeNull()
    expect(errors.map(({ message }) => message)).toEqual(['no error'])
  })
})

describe('an item that makes its group throw unexpectedly', () => {
  it('fails alone, and is named for the log', async () => {
    const rejected: [number, string][] = []
    const { commits } = commitsWith({
      write: async (items) => {
        if (items.includes(3)) throw new TypeError('not a function')
        return items.map((item) => `done ${item}`)
      },
      onRejected: (item, error) => void rejected.push([item, error.message]),
    })
    const verdicts = await Promise.all([1, 2, 3, 4].map((item) => commits.add(item)))
    expect(verdicts).toEqual(['done 1', 'done 2', null, 'done 4'])
    expect(rejected).toEqual([[3, 'not a function']])
  })

  it('is not looked for while the database is away', async () => {
    const groups: (readonly number[])[] = []
    const { commits } = commitsWith({
      maxInFlight: 1,
      write: async (items) => {
        groups.push(items)
        throw new Error('Connection terminated unexpectedly')
      },
    })
    expect(await Promise.all([1, 2, 3].map((item) => commits.add(item)))).toEqual([null, null, null])
    expect(groups).toEqual([[1], [2, 3]])
  })
})

describe('a group that comes together', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  /** Commits that take 10 ms, at a time when twenty came at once. */
  const busy = async () => {
    const commits = commitsWith({ maxItems: 100, maxBytes: Infinity, maxWaiting: 100 })
    const { writes } = commits
    const before = Promise.all(Array.from({ length: 20 }, () => commits.commits.add(0)))
    for (let n = 0; n < 20; n += 1) {
      await vi.advanceTimersByTimeAsync(10)
      writes[n]?.end()
    }
    await before
    writes.length = 0
    return commits
  }

  it('begins when its first item has waited long enough, however many come one by one behind it', async () => {
    const { commits, written } = await busy()
    for (const item of [1, 2, 3, 4]) {
      void commits.add(item)
      await vi.advanceTimersByTimeAsync(3)
    }
    expect(written()).toEqual([[1, 2, 3, 4]])
  })

  it('is not written while it has no items', async () => {
    const { written } = await busy()
    await vi.advanceTimersByTimeAsync(1000)
    expect(written()).toEqual([])
  })
})

describe('senders that each wait for their answer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  const after = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

  /** Answers in a second to 64 senders, who send again within a millisecond, where a commit takes so long. */
  const answersInASecond = async (commitMs: number) => {
    let answers = 0
    const { commits } = commitsWith({
      write: async (items) => {
        await after(commitMs)
        return items.map(String)
      },
      maxItems: 256,
      maxBytes: Infinity,
      maxWaiting: 64,
    })
    const send = async (sender: number): Promise<void> => {
      await after(sender % 3)
      await commits.add(1)
      answers += 1
      return send(sender)
    }
    for (let sender = 0; sender < 64; sender += 1) void send(sender)
    await vi.advanceTimersByTimeAsync(1000)
    return answers
  }

  it.each([5, 20])('are answered while others are committed, where that takes %i ms', async (commitMs) => {
    const oneGroupAtATime = 32 * (1000 / commitMs)
    expect(await answersInASecond(commitMs)).toBeGreaterThan(1.3 * oneGroupAtATime)
  })
})
