import { expect, it } from 'vitest'
import { DatabaseClock } from './database-clock.ts'

const setUp = () => {
  const local = { ms: 1000 }
  return { local, clock: new DatabaseClock(() => local.ms) }
}
const epochMs = 1_800_000_000_000

it('nothing is known before the first observation, and nothing waits', () => {
  const { clock } = setUp()
  expect(clock.now()).toBeNull()
  expect(clock.msUntil(epochMs)).toBe(0)
})

it('time goes on without further observations', () => {
  const { local, clock } = setUp()
  clock.observe(epochMs)
  local.ms += 250
  expect(clock.now()).toBe(epochMs + 250)
  expect(clock.msUntil(epochMs + 300)).toBe(50)
  expect(clock.msUntil(epochMs + 200)).toBe(-50)
})

it('the quickest of several answers counts, so that one delayed by a busy machine makes no run late', () => {
  const { local, clock } = setUp()
  clock.observe(epochMs)
  local.ms += 1080
  // Read by the database at 1000 ms, received 80 ms later.
  clock.observe(epochMs + 1000)
  expect(clock.now()).toBe(epochMs + 1080)
})

it('a clock that has drifted, or was set, is believed once the older answers are forgotten', () => {
  const { local, clock } = setUp()
  clock.observe(epochMs)
  for (let second = 1; second <= 21; second += 1) {
    local.ms += 1000
    clock.observe(epochMs + second * 1000 - 500)
  }
  expect(clock.now()).toBe(epochMs + 20_500)
})
