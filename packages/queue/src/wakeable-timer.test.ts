import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWakeableTimer } from './wakeable-timer.ts'

describe('wakeable timer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  const slept = (timer: ReturnType<typeof createWakeableTimer>, ms: number, minMs: number) => {
    const startedAt = performance.now()
    return timer.sleep(ms, minMs).then(() => performance.now() - startedAt)
  }

  it('a timer sleeps for its whole time, or until it is woken', async () => {
    const timer = createWakeableTimer()
    const whole = slept(timer, 1000, 0)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await whole).toBe(1000)
    const short = slept(timer, 1000, 0)
    await vi.advanceTimersByTimeAsync(300)
    timer.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(await short).toBe(300)
  })

  it('a timer is not woken before its minimum time', async () => {
    const timer = createWakeableTimer()
    const sleep = slept(timer, 1000, 80)
    timer.wake()
    await vi.advanceTimersByTimeAsync(1000)
    expect(await sleep).toBe(80)
  })

  it('a timer that is woken before it sleeps resolves at once', async () => {
    const timer = createWakeableTimer()
    timer.wake()
    const sleep = slept(timer, 1000, 0)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await sleep).toBe(0)
  })

  it('a timer is shortened by an earlier wake-up, and not lengthened by a later one', async () => {
    const timer = createWakeableTimer()
    const sleep = slept(timer, 1000, 0)
    timer.wakeWithin(400)
    timer.wakeWithin(600)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await sleep).toBe(400)
  })

  it('a timer that is stopped resolves at once', async () => {
    const timer = createWakeableTimer()
    const sleep = slept(timer, 1000, 500)
    timer.stop()
    await vi.advanceTimersByTimeAsync(0)
    expect(await sleep).toBe(0)
    expect(timer.isStopped()).toBe(true)
  })
})
