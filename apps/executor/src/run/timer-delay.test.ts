import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { timerDelay } from './timer-delay.ts'

it('a timer never ends before its time, whatever part of a millisecond has passed when it is set', async () => {
  const waits = Array.from({ length: 200 }, (_, at) => 2 + (at % 37) / 10)
  const early = await Promise.all(
    waits.map(async (waitMs) => {
      const until = performance.now() + waitMs
      await sleep(timerDelay(waitMs))
      return Math.max(0, until - performance.now())
    }),
  )
  expect(Math.max(...early)).toBe(0)
})
