import { describe, expect, it, vi } from 'vitest'
import { createGroupWriter, type GroupWriterOptions } from './group-writer.ts'

/** A writer whose writes the test lets end one by one. */
const controlled = (maxItems = 100, extra: Partial<GroupWriterOptions<number>> = {}) => {
  const groups: number[][] = []
  const ends: PromiseWithResolvers<void>[] = []
  const errors: Error[] = []
  const refused: number[] = []
  const writer = createGroupWriter<number>({
    write: (group) => {
      groups.push([...group])
      const end = Promise.withResolvers<void>()
      ends.push(end)
      return end.promise
    },
    onRefused: (item) => void refused.push(item),
    onError: (error) => void errors.push(error),
    maxItems,
    ...extra,
  })
  return { writer, groups, ends, errors, refused }
}

const refusal = () => Object.assign(new Error('bad text'), { code: '22P05' })

describe('group writer', () => {
  it('puts into the next group what came while the last one was written', async () => {
    const { writer, groups, ends } = controlled()
    writer.add(1)
    await expect.poll(() => groups).toEqual([[1]])
    writer.add(2)
    writer.add(3)
    expect(groups).toEqual([[1]])
    ends[0]?.resolve()
    await expect.poll(() => groups).toEqual([[1], [2, 3]])
    expect(writer.pending).toBe(2)
    ends[1]?.resolve()
    await writer.idle()
    expect(writer.pending).toBe(0)
  })

  it('bounds a group by items and by size', async () => {
    const { writer, groups, ends } = controlled(3, { maxSize: 10, sizeOf: (item) => item })
    for (const size of [1, 1, 1, 1, 9, 5, 20]) writer.add(size)
    const expected = [
      [1, 1, 1],
      [1, 9],
      [5, 20],
    ]
    for (const [index, group] of expected.entries()) {
      await expect.poll(() => groups[index]).toEqual(group)
      ends[index]?.resolve()
    }
    await writer.idle()
  })

  it('keeps what the database could not take just now, and writes it again', async () => {
    const { writer, groups, ends, errors } = controlled()
    writer.add(1)
    await expect.poll(() => groups).toHaveLength(1)
    ends[0]?.reject(new Error('Connection terminated unexpectedly'))
    await expect.poll(() => groups).toEqual([[1], [1]])
    ends[1]?.resolve()
    await writer.idle()
    expect(errors.map(({ message }) => message)).toEqual(['Connection terminated unexpectedly'])
  })

  it('refuses the one item that cannot be written, and writes the others', async () => {
    const written: number[] = []
    const refused: number[] = []
    const writer = createGroupWriter<number>({
      write: async (group) => {
        if (group.includes(3)) throw refusal()
        written.push(...group)
      },
      onRefused: (item) => void refused.push(item),
      onError: () => {},
      maxItems: 100,
    })
    for (const item of [1, 2, 3, 4, 5]) writer.add(item)
    await writer.idle()
    expect(written.toSorted((a, b) => a - b)).toEqual([1, 2, 4, 5])
    expect(refused).toEqual([3])
  })

  it('isolates an item that makes its group throw unexpectedly, and goes on with the items behind it', async () => {
    const written: number[] = []
    const refused: [number, string][] = []
    const writer = createGroupWriter<number>({
      write: async (group) => {
        if (group.includes(3)) throw new TypeError('not a function')
        written.push(...group)
      },
      onRefused: (item, error) => void refused.push([item, error.message]),
      onError: () => {},
      maxItems: 5,
    })
    for (const item of [1, 2, 3, 4, 5, 6, 7]) writer.add(item)
    await vi.waitFor(() => expect(written.toSorted((a, b) => a - b)).toEqual([1, 2, 4, 5, 6, 7]), 5000)
    expect(refused).toEqual([[3, 'not a function']])
  })

  it('writes a group again after an unexpected error that does not come back', async () => {
    let failures = 1
    const [written, refused]: number[][] = [[], []]
    const writer = createGroupWriter<number>({
      write: async (group) => {
        if (failures-- > 0) throw new Error('tuple concurrently updated')
        written?.push(...group)
      },
      onRefused: (item) => void refused?.push(item),
      onError: () => {},
      maxItems: 5,
    })
    for (const item of [1, 2]) writer.add(item)
    await writer.idle()
    expect([written, refused]).toEqual([[1, 2], []])
  })

  it('does not write a group again whose follow-up throws, and goes on', async () => {
    const groups: number[][] = []
    const errors: Error[] = []
    const writer = createGroupWriter<number>({
      write: async (group) => void groups.push([...group]),
      onWritten: () => {
        throw new TypeError('not a function')
      },
      onRefused: () => {
        throw new TypeError('nor here')
      },
      onError: (error) => void errors.push(error),
      maxItems: 1,
    })
    for (const item of [1, 2]) writer.add(item)
    await writer.idle()
    expect(groups).toEqual([[1], [2]])
    expect(errors.map(({ message }) => message)).toEqual(['not a function', 'not a function'])
  })

  it('knows since when its oldest item is unwritten', async () => {
    let now = 1000
    const { writer, ends, groups } = controlled(1, { now: () => now })
    expect(writer.unwrittenSince).toBeNull()
    writer.add(1)
    await expect.poll(() => groups).toHaveLength(1)
    now = 2000
    writer.add(2)
    expect(writer.unwrittenSince).toBe(1000)
    ends[0]?.resolve()
    await expect.poll(() => groups).toHaveLength(2)
    expect(writer.unwrittenSince).toBe(2000)
    ends[1]?.resolve()
    await writer.idle()
    expect(writer.unwrittenSince).toBeNull()
  })

  it('drops what is not being written', async () => {
    const { writer, groups, ends } = controlled()
    writer.add(1)
    await expect.poll(() => groups).toHaveLength(1)
    writer.add(2)
    expect(writer.drop()).toEqual([2])
    ends[0]?.resolve()
    await writer.idle()
    expect(groups).toEqual([[1]])
  })
})
