import { expect, it } from 'vitest'
import { Pace } from './pace.ts'

it('a group is complete with a fair share of what waited or was in flight lately', () => {
  const pace = new Pace(2)
  expect(pace.shareOf(1)).toBe(1)
  expect(pace.shareOf(63)).toBe(32)
  pace.begin(32, 0)
  expect(pace.shareOf(32)).toBe(32)
  expect(pace.shareOf(64)).toBe(48)
  expect(pace.shareOf(3)).toBe(48)
})

it('a smaller group is expected once fewer requests came', () => {
  const pace = new Pace(2)
  pace.shareOf(64)
  pace.begin(10, 0)
  pace.settleFor(6)
  expect(pace.shareOf(2)).toBe(8)
  expect(pace.shareOf(6)).toBe(8)
})

it('what was committed no longer counts as in flight', () => {
  const pace = new Pace(2)
  pace.begin(32, 0)
  pace.begin(8, 1)
  pace.end(32, 10)
  pace.settleFor(4)
  expect(pace.shareOf(4)).toBe(6)
})

it('where one group is in flight at a time, one half is committed while the other comes together', () => {
  expect(new Pace(1).shareOf(64)).toBe(32)
})

/** Of commits that usually take so long. */
const paceOf = (tookMs: number) => {
  const pace = new Pace(2)
  pace.begin(32, 0)
  pace.end(32, tookMs)
  return pace
}

it('the second group begins when the first is half done', () => {
  const pace = paceOf(10)
  pace.begin(32, 200)
  expect(pace.waitMs(201)).toBe(4)
  expect(pace.waitMs(205)).toBe(0)
  expect(pace.waitMs(300)).toBe(0)
})

it('the next group waits for an end while as many as allowed are in flight', () => {
  const pace = paceOf(10)
  expect(pace.waitMs(200)).toBe(0)
  pace.begin(32, 200)
  pace.begin(32, 205)
  expect(pace.waitMs(300)).toBeNull()
  pace.end(32, 10)
  expect(pace.waitMs(300)).toBe(0)
})

it('where commits are quick, the second group waits for the end of the first, unless that is late', () => {
  const pace = paceOf(0.6)
  pace.begin(32, 200)
  expect(pace.waitMs(200.5)).toBe(4.5)
  expect(pace.waitMs(205)).toBe(0)
})

it('one slow commit among quick ones changes nothing', () => {
  const pace = paceOf(0.2)
  pace.begin(32, 100)
  pace.end(32, 5)
  pace.begin(32, 200)
  expect(pace.waitMs(200)).toBe(5)
})

it('a commit that hung is soon forgotten, and delays the next ones by 20 ms at most', () => {
  const pace = paceOf(0.2)
  pace.begin(32, 100)
  pace.end(32, 10_000)
  pace.begin(32, 20_000)
  expect(pace.waitMs(20_000)).toBeLessThanOrEqual(20)
  for (let quick = 0; quick < 20; quick += 1) pace.end(32, 0.2)
  expect(pace.batchDelayMs).toBe(1)
  const slow = paceOf(70)
  slow.begin(32, 100)
  expect(slow.waitMs(100)).toBe(20)
})

it.each([
  { tookMs: 0.2, batchDelayMs: 1 },
  { tookMs: 7, batchDelayMs: 7 },
  { tookMs: 500, batchDelayMs: 20 },
])('after a commit of $tookMs ms an incomplete group waits for $batchDelayMs ms', ({ tookMs, batchDelayMs }) => {
  const pace = new Pace(2)
  pace.begin(1, 0)
  pace.end(1, tookMs)
  expect(pace.batchDelayMs).toBe(batchDelayMs)
})
