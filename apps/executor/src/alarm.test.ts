import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAlarm } from './alarm.ts'

describe('alarm', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  const slept = (alarm: ReturnType<typeof createAlarm>, ms: number, leastMs: number) => {
    const startedAt = performance.now()
    return alarm.sleep(ms, leastMs).then(() => performance.now() - startedAt)
  }

  it('sleeps its time, or until it is woken', async () => {
    const alarm = createAlarm()
    const whole = slept(alarm, 1000, 0)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await whole).toBe(1000)
    const short = slept(alarm, 1000, 0)
    await vi.advanceTimersByTimeAsync(300)
    alarm.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(await short).toBe(300)
  })

  it('is not woken before the least time', async () => {
    const alarm = createAlarm()
    const sleep = slept(alarm, 1000, 80)
    alarm.wake()
    await vi.advanceTimersByTimeAsync(1000)
    expect(await sleep).toBe(80)
  })

  it('remembers what woke it before it slept', async () => {
    const alarm = createAlarm()
    alarm.wake()
    const sleep = slept(alarm, 1000, 0)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await sleep).toBe(0)
  })

  it('is shortened by an earlier time, and not lengthened by a later one', async () => {
    const alarm = createAlarm()
    const sleep = slept(alarm, 1000, 0)
    alarm.notLaterThan(400)
    alarm.notLaterThan(600)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await sleep).toBe(400)
  })

  it('ends at once when it is stopped', async () => {
    const alarm = createAlarm()
    const sleep = slept(alarm, 1000, 500)
    alarm.stop()
    await vi.advanceTimersByTimeAsync(0)
    expect(await sleep).toBe(0)
    expect(alarm.isStopped()).toBe(true)
  })
})
