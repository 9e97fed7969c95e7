import { expect, it } from 'vitest'
import { uuidv7 } from './uuidv7.ts'

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

it('an id says its time, and is of version 7', () => {
  const now = Date.now() + 1000
  const id = uuidv7(now)
  expect(id).toMatch(pattern)
  expect(timeOf(id)).toBe(now)
})

it('ids of a process count up, also within a millisecond and where the clock goes back by seconds', () => {
  const now = Date.now() + 5000
  const ids = Array.from({ length: 10_000 }, (_, n) => uuidv7(now - (n % 3) * 4000))
  expect(ids.toSorted()).toEqual(ids)
  expect(ids.every((id) => pattern.test(id))).toBe(true)
})

it('ids follow a clock that was ahead by more than ten seconds and is corrected', () => {
  const now = Date.now()
  uuidv7(now + 3_600_000)
  const ids = [now, now + 1, now + 2].map((ms) => uuidv7(ms))
  expect(ids.map(timeOf)).toEqual([now, now + 1, now + 2])
})

it('the rest of an id is random: no two ids end alike', () => {
  const endings = Array.from({ length: 10_000 }, () => uuidv7().slice(19))
  expect(new Set(endings).size).toBe(10_000)
})
