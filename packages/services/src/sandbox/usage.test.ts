import { expect, it } from 'vitest'
import { createUsage } from './usage.ts'

const start = () => {
  let at = 0
  const usage = createUsage(() => at)
  return { ...usage, wait: (ms: number) => void (at += ms) }
}

it('what an account has used counts half after 30 seconds, and nothing once it is under a millisecond', () => {
  const { add, hadMs, wait } = start()
  add('a', 8)
  expect([hadMs('a'), hadMs('b')]).toEqual([8, 0])
  wait(30_000)
  expect(hadMs('a')).toBe(4)
  wait(60_000)
  expect(hadMs('a')).toBe(1)
  wait(1)
  expect(hadMs('a')).toBe(0)
})

it('what an account uses is added to what is left of what it used before, and to nobody else’s', () => {
  const { add, hadMs, wait } = start()
  add('a', 100)
  add('b', 7)
  wait(30_000)
  add('a', 10)
  expect([hadMs('a'), hadMs('b')]).toEqual([60, 3.5])
  add('c', 0.5)
  expect(hadMs('c')).toBe(0)
})
