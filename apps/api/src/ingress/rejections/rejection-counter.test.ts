import { expect, it } from 'vitest'
import {
  type Rejection,
  type RejectionCount,
  RejectionCounter,
  type RejectionCounterOptions,
} from './rejection-counter.ts'

const minute = 60_000
const rejection: Rejection = { token: 'a', reason: 'OVER_LIMIT', isKnown: true, nowMs: 10 * minute }

const counterOf = (options: Partial<RejectionCounterOptions> = {}) => {
  const written: (readonly RejectionCount[])[] = []
  const errors: Error[] = []
  const dropped: RejectionCount[] = []
  const counter = new RejectionCounter({
    write: async (counts) => void written.push(counts),
    onError: (error) => errors.push(error),
    onDropped: (count) => dropped.push(count),
    ...options,
  })
  return { counter, written, errors, dropped }
}

it('the counter writes the rejections of a token, reason and minute as one count, and nothing where there are none', async () => {
  const { counter, written } = counterOf()
  await counter.flush()
  expect(written).toEqual([])
  for (let n = 0; n < 260; n += 1) counter.add({ ...rejection, nowMs: 10 * minute + n })
  counter.add({ ...rejection, nowMs: 11 * minute - 1, reason: 'TOO_LARGE' })
  counter.add({ ...rejection, nowMs: 11 * minute })
  await counter.flush()
  await counter.flush()
  expect(written).toEqual([
    [
      { token: 'a', reason: 'OVER_LIMIT', minuteMs: 10 * minute, count: 260 },
      { token: 'a', reason: 'TOO_LARGE', minuteMs: 10 * minute, count: 1 },
      { token: 'a', reason: 'OVER_LIMIT', minuteMs: 11 * minute, count: 1 },
    ],
  ])
})

it('the counter keeps what could not be written while the database was away for the next flush, beside what came meanwhile', async () => {
  const written: (readonly RejectionCount[])[] = []
  let isDown = true
  const { counter, errors } = counterOf({
    write: async (counts) => {
      if (isDown) {
        counter.add(rejection)
        throw new Error('Connection terminated')
      }
      written.push(counts)
    },
  })
  counter.add(rejection)
  await counter.flush()
  isDown = false
  await counter.flush()
  expect(errors.map(({ message }) => message)).toEqual(['Connection terminated'])
  expect(written).toEqual([[{ token: 'a', reason: 'OVER_LIMIT', minuteMs: 10 * minute, count: 2 }]])
})

it('the counter holds a bounded number of counts, and made-up tokens do not crowd out known receivers', async () => {
  const { counter, written } = counterOf({ maxKnown: 2, maxUnknown: 3 })
  for (let n = 0; n < 1000; n += 1) counter.add({ ...rejection, token: `made-up-${n}`, isKnown: false })
  for (const token of ['a', 'b', 'c', 'a']) counter.add({ ...rejection, token })
  await counter.flush()
  expect(written[0]?.map(({ token, count }) => [token, count])).toEqual([
    ['a', 2],
    ['b', 1],
    ['made-up-0', 1],
    ['made-up-1', 1],
    ['made-up-2', 1],
  ])
})

it('the counter writes the rejections of a token that became known meanwhile as one count', async () => {
  const { counter, written } = counterOf()
  for (const isKnown of [false, true, false]) counter.add({ ...rejection, isKnown })
  await counter.flush()
  expect(written).toEqual([[{ token: 'a', reason: 'OVER_LIMIT', minuteMs: 10 * minute, count: 3 }]])
})

it('the counter drops a count that cannot be written, and writes the others', async () => {
  const written: string[] = []
  const { counter, dropped } = counterOf({
    write: async (counts) => {
      if (counts.some(({ token }) => token === 'bad')) throw Object.assign(new Error('no'), { code: '22003' })
      written.push(...counts.map(({ token }) => token))
    },
  })
  for (const token of ['a', 'b', 'bad', 'c', 'd']) counter.add({ ...rejection, token })
  await counter.flush()
  await counter.flush()
  expect(written).toEqual(['a', 'b', 'c', 'd'])
  expect(dropped.map(({ token }) => token)).toEqual(['bad'])
})
