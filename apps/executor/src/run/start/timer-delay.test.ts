import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { timerDelay } from './timer-delay.ts'

it('hardly a timer ends before its time, whatever part of a millisecond has passed when it is set', async () => {
  const waits = Array.from({ length: 200 }, (_, at) => 2 + (at % 37) / 10)
  const early = await Promise.all(
    waits.map(async (waitMs) => {
      const until = performance.now() + waitMs
      await sleep(timerDelay(waitMs))
      return performance.now() < until
    }),
  )
  // None on most kernels. Rounded up alone, half of them would.
  expect(early.filter(Boolean).length).toBeLessThan(waits.length / 20)
})
