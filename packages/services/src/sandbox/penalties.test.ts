import { expect, it } from 'vitest'
import { createPenalties } from './penalties.ts'

const minute = 60_000

const start = () => {
  let at = 0
  const penalties = createPenalties(() => at)
  return {
    ...penalties,
    wait: (minutes: number) => void (at += minutes * minute),
    /** Whole minutes for which it is still on. */
    left: (accountId: string) => {
      const before = at
      let minutes = 0
      for (; penalties.isOn(accountId); minutes += 1) at += minute
      at = before
      return minutes
    },
  }
}

it('a penalty is on for a minute, then ten, then an hour, for the account alone', () => {
  const { raise, wait, left } = start()
  raise('a')
  expect([left('a'), left('b')]).toEqual([1, 0])
  wait(2)
  raise('a')
  expect(left('a')).toBe(10)
  wait(11)
  raise('a')
  expect(left('a')).toBe(60)
  wait(61)
  raise('a')
  expect(left('a')).toBe(60)
})

it('a penalty is renewed by a stop while it is on, and not made longer', () => {
  const { raise, wait, left } = start()
  raise('a')
  for (let times = 0; times < 20; times += 1) raise('a')
  expect(left('a')).toBe(1)
  wait(0.5)
  raise('a')
  expect(left('a')).toBe(1)
})

it('a penalty decays by a step for each hour without a stop', () => {
  const { raise, wait, left } = start()
  raise('a')
  wait(2)
  raise('a')
  wait(10 + 60)
  raise('a')
  expect(left('a')).toBe(10)
  wait(10 + 121)
  raise('a')
  expect(left('a')).toBe(1)
})
