import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { readTaken, takePlaces } from './pace.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const nowMs = Date.parse('2026-11-22T04:31:20.000Z')
const take = (key: string, count: number, at = nowMs, mostWaitMs = 60_000) =>
  takePlaces(database.db, { key, perMinute: 60, count, mostWaitMs, nowMs: at })

it('a minute’s worth of places is free at once, and the next ones follow at the pace', async () => {
  expect(await take('a', 58)).toEqual(Array(58).fill(0))
  expect(await take('a', 4)).toEqual([0, 0, 1000, 2000])
  expect(await take('other', 1)).toEqual([0])
  expect(await take('a', 1, nowMs + 2000)).toEqual([1000])
  expect(await take('a', 60, nowMs + 600_000)).toEqual(Array(60).fill(0))
})

it('no place is taken where the wait would be too long', async () => {
  await take('b', 60)
  await take('b', 61)
  expect(await take('b', 1)).toBeNull()
  expect(await take('b', 1)).toBeNull()
  expect(await take('b', 1, nowMs + 1000)).toEqual([61_000])
})

it('places are taken one after the other, however many callers there are', async () => {
  const waits = await Promise.all(Array.from({ length: 70 }, () => take('c', 1)))
  expect(waits.flatMap((wait) => wait ?? []).toSorted((a, b) => a - b)).toEqual([
    ...Array(60).fill(0),
    ...Array.from({ length: 10 }, (_, n) => (n + 1) * 1000),
  ])
})

it('what is taken of a minute’s worth is free again as time goes on', async () => {
  const pace = { key: 'd', perMinute: 60 }
  expect(await readTaken(database.db, pace, nowMs)).toBe(0)
  await take('d', 20)
  expect(await readTaken(database.db, pace, nowMs)).toBe(20)
  expect(await readTaken(database.db, pace, nowMs + 5000)).toBe(15)
  await take('d', 100)
  expect(await readTaken(database.db, pace, nowMs)).toBe(60)
})
