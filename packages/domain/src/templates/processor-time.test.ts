import { afterEach, expect, it, vi } from 'vitest'
import { createRenderLimit } from './processor-time.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The thread has used so many milliseconds of its processor, in two parts as the system counts them. */
const useProcessor = (ms: number) =>
  vi.spyOn(process, 'threadCpuUsage').mockReturnValue({ user: ms * 750, system: ms * 250 })

const limitFrom = (nowMs: number, limitMs: number) => {
  vi.spyOn(performance, 'now').mockReturnValue(nowMs)
  return createRenderLimit(limitMs)
}

const tooLong = 'template render limit exceeded'

it('a rendering is bounded by the processor time that it takes, and goes on while it has some left', () => {
  useProcessor(5)
  const limit = limitFrom(1000, 200)
  useProcessor(155)
  expect(() => limit.check(1201)).not.toThrow()
  useProcessor(205)
  // It had 50 ms left, so that it is not looked at again before.
  expect(() => limit.check(1251)).not.toThrow()
  expect(() => limit.check(1252)).toThrow(tooLong)
})

it('a rendering that has used more than it may is ended, and not before it can have', () => {
  useProcessor(5)
  const limit = limitFrom(1000, 200)
  useProcessor(500)
  expect(() => limit.check(1200)).not.toThrow()
  expect(() => limit.check(1201)).toThrow(tooLong)
})

it('a rendering is bounded by the clock where its processor time is not known', () => {
  vi.stubGlobal('process', { ...process, threadCpuUsage: undefined })
  const limit = limitFrom(1000, 200)
  expect(() => limit.check(1200)).not.toThrow()
  expect(() => limit.check(1201)).toThrow(tooLong)
  vi.stubGlobal('process', { threadCpuUsage: () => ({ user: 0, system: 0 }) })
  expect(() => limit.check(1201)).toThrow(tooLong)
})
