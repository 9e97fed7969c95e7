import { describe, expect, it } from 'vitest'
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
    ...changes,
  })
  const written = () => writes.map(({ items }) => items)
  const untilWrites = (count: number) => expect.poll(() => writes.length, { interval: 1 }).toBe(count)
  return { commits, writes, written, errors, untilWrites }
}

const refusal = (code: string) => Object.assign(new Error(`refused ${code}`), { code })

describe('a group', () => {
  it('holds what came in the same turn, and at once what came while others were under way', async () => {
    const { commits, writes, written, untilWrites } = commitsWith()
    const first = [1, 2].map((item) => commits.add(item))
    await untilWrites(1)
    const second = commits.add(3)
    await untilWrites(2)
    const third = [4, 5, 6].map((item) => commits.add(item))
    expect(commits.waiting).toBe(3)
    expect(written()).toEqual([[1, 2], [3]])
    writes[1]?.end()
    expect(await second).toBe('done 3')
    await untilWrites(3)
    expect(written()[2]).toEqual([4, 5, 6])
    writes[0]?.end()
    writes[2]?.end()
    expect(await Promise.all([...first, ...third])).toEqual([1, 2, 4, 5, 6].map((item) => `done ${item}`))
  })

  it('is bounded by number and by bytes, and one that is larger goes alone', async () => {
    const { commits, writes, written, untilWrites } = commitsWith({ maxInFlight: 1 })
    const items = [1, 2, 3, 4, 60, 60, 500]
    const done = Promise.all(items.map((item) => commits.add(item)))
    for (let n = 1; n <= 4; n += 1) {
      await untilWrites(n)
      writes[n - 1]?.end()
    }
    await done
    expect(written()).toEqual([[1, 2, 3, 4], [60], [60], [500]])
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
    const failing = Promise.all([commits.add(1), commits.add(2)])
    await untilWrites(1)
    const next = commits.add(3)
    writes[0]?.end(new Error('connection lost'))
    expect(await failing).toEqual([null, null])
    expect(errors.length).toBe(1)
    await untilWrites(2)
    writes[1]?.end()
    expect(await next).toBe('done 3')
  })

  it('with one that the database refuses is written without it', async () => {
    const { commits, errors } = commitsWith({
      write: async (items) => {
        if (items.includes(3)) throw refusal('22P05')
        return items.map((item) => `done ${item}`)
      },
    })
    const verdicts = await Promise.all([1, 2, 3, 4].map((item) => commits.add(item)))
    expect(verdicts).toEqual(['done 1', 'done 2', null, 'done 4'])
    expect(errors.length).toBeGreaterThan(0)
  })
})
