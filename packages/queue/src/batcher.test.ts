import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createBatcher, type BatcherOptions, oldestPendingSince } from './batcher.ts'

/** A writer whose writes the test lets end one by one. */
const controlled = (maxItems = 100, extra: Partial<BatcherOptions<number>> = {}) => {
  const batches: number[][] = []
  const ends: PromiseWithResolvers<void>[] = []
  const errors: Error[] = []
  const rejected: number[] = []
  const writer = createBatcher<number>({
    write: (batch) => {
      batches.push([...batch])
      const end = Promise.withResolvers<void>()
      ends.push(end)
      return end.promise
    },
    onRejected: (item) => void rejected.push(item),
    onError: (error) => void errors.push(error),
    maxItems,
    ...extra,
  })
  return { writer, batches, ends, errors, rejected }
}

const rejection = () => Object.assign(new Error('bad text'), { code: '22P05' })

describe('batcher', () => {
  it('a batch holds the items that arrived while the batch before was written', async () => {
    const { writer, batches, ends } = controlled()
    writer.add(1)
    await expect.poll(() => batches).toEqual([[1]])
    writer.add(2)
    writer.add(3)
    expect(batches).toEqual([[1]])
    ends[0]?.resolve()
    await expect.poll(() => batches).toEqual([[1], [2, 3]])
    expect(writer.pending).toBe(2)
    ends[1]?.resolve()
    await writer.idle()
    expect(writer.pending).toBe(0)
  })

  it('a batch is bounded by its number of items and by their size', async () => {
    const { writer, batches, ends } = controlled(3, { maxSize: 10, sizeOf: (item) => item })
    for (const size of [1, 1, 1, 1, 9, 5, 20]) writer.add(size)
    const expected = [
      [1, 1, 1],
      [1, 9],
      [5, 20],
    ]
    for (const [index, batch] of expected.entries()) {
      await expect.poll(() => batches[index]).toEqual(batch)
      ends[index]?.resolve()
    }
    await writer.idle()
  })

  it('items are kept and written again after a database outage', async () => {
    const { writer, batches, ends, errors } = controlled()
    writer.add(1)
    await expect.poll(() => batches).toHaveLength(1)
    ends[0]?.reject(new Error('Connection terminated unexpectedly'))
    await expect.poll(() => batches).toEqual([[1], [1]])
    ends[1]?.resolve()
    await writer.idle()
    expect(errors.map(({ message }) => message)).toEqual(['Connection terminated unexpectedly'])
  })

  it('the one item that the database rejects is rejected, and the others are written', async () => {
    const written: number[] = []
    const rejected: number[] = []
    const writer = createBatcher<number>({
      write: async (batch) => {
        if (batch.includes(3)) throw rejection()
        written.push(...batch)
      },
      onRejected: (item) => void rejected.push(item),
      onError: () => {},
      maxItems: 100,
    })
    for (const item of [1, 2, 3, 4, 5]) writer.add(item)
    await writer.idle()
    expect(written.toSorted((a, b) => a - b)).toEqual([1, 2, 4, 5])
    expect(rejected).toEqual([3])
  })

  it('an item that makes its batch throw unexpectedly is isolated, and the items behind it are written', async () => {
    const written: number[] = []
    const rejected: [number, string][] = []
    const writer = createBatcher<number>({
      write: async (batch) => {
        if (batch.includes(3)) throw new TypeError('not a function')
        written.push(...batch)
      },
      onRejected: (item, error) => void rejected.push([item, error.message]),
      onError: () => {},
      maxItems: 5,
    })
    for (const item of [1, 2, 3, 4, 5, 6, 7]) writer.add(item)
    await vi.waitFor(() => expect(written.toSorted((a, b) => a - b)).toEqual([1, 2, 4, 5, 6, 7]), 60_000)
    expect(rejected).toEqual([[3, 'not a function']])
  })

  it('a batch is written again after an unexpected error that does not come back', async () => {
    let failures = 1
    const [written, rejected]: number[][] = [[], []]
    const writer = createBatcher<number>({
      write: async (batch) => {
        if (failures-- > 0) throw new Error('tuple concurrently updated')
        written?.push(...batch)
      },
      onRejected: (item) => void rejected?.push(item),
      onError: () => {},
      maxItems: 5,
    })
    for (const item of [1, 2]) writer.add(item)
    await writer.idle()
    expect([written, rejected]).toEqual([[1, 2], []])
  })

  it('a batch whose callback throws is not written again, and the next batches are written', async () => {
    const batches: number[][] = []
    const errors: Error[] = []
    const writer = createBatcher<number>({
      write: async (batch) => void batches.push([...batch]),
      onWritten: () => {
        throw new TypeError('not a function')
      },
      onRejected: () => {
        throw new TypeError('nor here')
      },
      onError: (error) => void errors.push(error),
      maxItems: 1,
    })
    for (const item of [1, 2]) writer.add(item)
    await writer.idle()
    expect(batches).toEqual([[1], [2]])
    expect(errors.map(({ message }) => message)).toEqual(['not a function', 'not a function'])
  })

  it('the batcher reports since when its oldest item is pending', async () => {
    let now = 1000
    const { writer, ends, batches } = controlled(1, { now: () => now })
    expect(writer.pendingSince).toBeNull()
    writer.add(1)
    await expect.poll(() => batches).toHaveLength(1)
    now = 2000
    writer.add(2)
    expect(writer.pendingSince).toBe(1000)
    ends[0]?.resolve()
    await expect.poll(() => batches).toHaveLength(2)
    expect(writer.pendingSince).toBe(2000)
    ends[1]?.resolve()
    await writer.idle()
    expect(writer.pendingSince).toBeNull()
  })

  it('a few items wait for others until the oldest has waited for the delay, each time again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], now: 0 })
    onTestFinished(() => void vi.useRealTimers())
    const batches: number[][] = []
    const writer = createBatcher<number>({
      write: async (batch) => void batches.push([...batch]),
      onRejected: () => {},
      onError: () => {},
      maxItems: 100,
      batchDelayMs: 100,
    })
    for (let item = 1; item <= 10; item += 1) {
      writer.add(item)
      await vi.advanceTimersByTimeAsync(40)
    }
    await vi.advanceTimersByTimeAsync(100)
    expect(batches).toEqual([[1, 2, 3], [4, 5, 6], [7, 8, 9], [10]])
    expect(writer.pending).toBe(0)
  })

  it('enough items, or enough bytes of them, wait for no more', async () => {
    const hour = 3_600_000
    const options = { batchDelayMs: hour, enoughItems: 3, maxSize: 10, sizeOf: (item: number) => item }
    const { writer, batches, ends } = controlled(100, options)
    for (const item of [1, 2, 3]) writer.add(item)
    await expect.poll(() => batches).toEqual([[1, 2, 3]])
    ends[0]?.resolve()
    writer.add(10)
    await expect.poll(() => batches.at(-1)).toEqual([10])
    ends[1]?.resolve()
    writer.add(4)
    expect(writer.drop()).toEqual([4])
    await writer.idle()
    expect(batches).toHaveLength(2)
  })

  it('an item that somebody waits for is written at once, together with those that waited', async () => {
    const hour = 3_600_000
    const { writer, batches, ends } = controlled(100, { batchDelayMs: hour, isUrgent: (item: number) => item > 9 })
    writer.add(1)
    writer.add(10)
    await expect.poll(() => batches).toEqual([[1, 10]])
    writer.add(11)
    ends[0]?.resolve()
    await expect.poll(() => batches).toEqual([[1, 10], [11]])
    writer.add(2)
    ends[1]?.resolve()
    expect(writer.drop()).toEqual([2])
    await writer.idle()
    expect(batches).toHaveLength(2)
  })

  it('drop removes the items that are not being written', async () => {
    const { writer, batches, ends } = controlled()
    writer.add(1)
    await expect.poll(() => batches).toHaveLength(1)
    writer.add(2)
    expect(writer.drop()).toEqual([2])
    ends[0]?.resolve()
    await writer.idle()
    expect(batches).toEqual([[1]])
  })

  it('what is added in one turn of the event loop is written together', async () => {
    const { writer, batches, ends } = controlled()
    writer.add(1)
    for (let tick = 0; tick < 20; tick += 1) await Promise.resolve()
    writer.add(2)
    await expect.poll(() => batches).toEqual([[1, 2]])
    ends[0]?.resolve()
    await writer.idle()
  })

  it('a batcher from which all items were dropped writes nothing', async () => {
    const { writer, batches } = controlled()
    writer.add(1)
    writer.drop()
    await writer.idle()
    expect(batches).toEqual([])
    expect(writer.pending).toBe(0)
  })

  it('dropped bytes no longer make a batch complete', async () => {
    const hour = 3_600_000
    const { writer, batches } = controlled(100, { batchDelayMs: hour, maxSize: 10, sizeOf: (item) => item })
    writer.add(6)
    writer.drop()
    await writer.idle()
    writer.add(6)
    await new Promise(setImmediate)
    expect(batches).toEqual([])
    writer.add(4)
    await expect.poll(() => batches).toEqual([[6, 4]])
  })

  it('a dropped urgent item makes no later batch urgent', async () => {
    const hour = 3_600_000
    const { writer, batches, ends } = controlled(2, { batchDelayMs: hour, isUrgent: (item) => item === 9 })
    writer.add(9)
    await expect.poll(() => batches).toEqual([[9]])
    writer.add(9)
    writer.drop()
    writer.add(1)
    ends[0]?.resolve()
    await new Promise(setImmediate)
    expect(batches).toEqual([[9]])
    writer.add(2)
    await expect.poll(() => batches).toEqual([[9], [1, 2]])
  })
})

it('the oldest pending item of several sources counts, and of sources without one none', () => {
  const pending = (pendingSince: number | null) => ({ pendingSince })
  expect(oldestPendingSince([pending(30), pending(null), pending(20)])).toBe(20)
  expect(oldestPendingSince([pending(null)])).toBeNull()
  expect(oldestPendingSince([])).toBeNull()
})
