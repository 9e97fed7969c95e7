import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Upcoming } from './upcoming.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], now: 0 }))
afterEach(() => void vi.useRealTimers())

const setUp = () => {
  const handedOn: { at: number; items: readonly string[] }[] = []
  const startedAt = performance.now()
  const upcoming = new Upcoming<string>((items) => handedOn.push({ at: performance.now() - startedAt, items }))
  return { upcoming, handedOn }
}

it('each item is handed on no later than its time, together with those of the same time', () => {
  const { upcoming, handedOn } = setUp()
  const waits = { a: 110, b: 149, c: 150, d: 400 }
  for (const [item, waitMs] of Object.entries(waits)) upcoming.add(item, waitMs)
  vi.advanceTimersByTime(1000)
  expect(handedOn.flatMap(({ items }) => items)).toEqual(['a', 'b', 'c', 'd'])
  for (const { at, items } of handedOn)
    for (const item of items) {
      const waitMs = waits[item as keyof typeof waits]
      expect(at).toBeLessThanOrEqual(waitMs)
      expect(at).toBeGreaterThan(waitMs - 200)
    }
  expect(handedOn.length).toBeLessThan(4)
})

it('what is cleared is not handed on', () => {
  const { upcoming, handedOn } = setUp()
  upcoming.add('a', 100)
  upcoming.clear()
  vi.advanceTimersByTime(1000)
  expect(handedOn).toEqual([])
})
