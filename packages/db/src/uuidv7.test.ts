import { expect, it } from 'vitest'
import { uuidv7 } from './uuidv7.ts'

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

it('says its time, and is of version 7', () => {
  const now = Date.now() + 1000
  const id = uuidv7(now)
  expect(id).toMatch(pattern)
  expect(timeOf(id)).toBe(now)
})

it('those made one after the other count up, also within a millisecond and when the clock goes back', () => {
  const now = Date.now() + 5000
  const ids = Array.from({ length: 10_000 }, (_, n) => uuidv7(now - (n % 3)))
  expect(ids.toSorted()).toEqual(ids)
  expect(ids.every((id) => pattern.test(id))).toBe(true)
})

it('the rest is random: no two ids end alike', () => {
  const endings = Array.from({ length: 10_000 }, () => uuidv7().slice(19))
  expect(new Set(endings).size).toBe(10_000)
})
