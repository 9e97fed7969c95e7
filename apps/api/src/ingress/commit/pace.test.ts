import { expect, it } from 'vitest'
import { Pace } from './pace.ts'

it('a group is complete with a fair share of what waited or was under way lately', () => {
  const pace = new Pace(2)
  expect(pace.shareOf(1)).toBe(1)
  expect(pace.shareOf(63)).toBe(32)
  pace.begin(32, 0)
  expect(pace.shareOf(32)).toBe(32)
  expect(pace.shareOf(64)).toBe(48)
  expect(pace.shareOf(3)).toBe(48)
})

it('fewer are expected once fewer came', () => {
  const pace = new Pace(2)
  pace.shareOf(64)
  pace.begin(10, 0)
  pace.settleFor(6)
  expect(pace.shareOf(6)).toBe(8)
})

it('where one group is under way at a time, one half is committed while the other comes together', () => {
  expect(new Pace(1).shareOf(64)).toBe(32)
})

it('the second group begins when the first is half done', () => {
  const pace = new Pace(2)
  pace.begin(32, 100)
  expect(pace.mayBegin(100)).toBe(true)
  pace.end(32, 10)
  pace.begin(32, 200)
  expect(pace.mayBegin(204)).toBe(false)
  expect(pace.mayBegin(205)).toBe(true)
  pace.begin(32, 205)
  expect(pace.mayBegin(300)).toBe(false)
  pace.end(32, 10)
  expect(pace.mayBegin(300)).toBe(true)
  pace.end(32, 10)
  pace.begin(1, 300)
  pace.end(1, 10)
  expect(pace.mayBegin(300)).toBe(true)
})

it.each([
  { tookMs: 0.2, lingerMs: 1 },
  { tookMs: 7, lingerMs: 7 },
  { tookMs: 500, lingerMs: 20 },
])('after a commit of $tookMs ms an incomplete group waits for $lingerMs ms', ({ tookMs, lingerMs }) => {
  const pace = new Pace(2)
  pace.begin(1, 0)
  pace.end(1, tookMs)
  expect(pace.lingerMs).toBe(lingerMs)
})
