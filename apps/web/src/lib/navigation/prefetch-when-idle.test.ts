import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const browser = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  vi.stubGlobal('document', browser)
  vi.stubGlobal('window', {
    setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
    requestIdleCallback: (run: () => void) => run(),
  })
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const prefetch = async () => {
  const { prefetchWhenIdle } = await import('./prefetch-when-idle.ts')
  const load = vi.fn<() => Promise<void>>(async () => {})
  prefetchWhenIdle(load)
  return load
}

it('what may be opened is not loaded with a page that nobody has touched yet', async () => {
  const load = await prefetch()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(load).not.toHaveBeenCalled()
})

it('what may be opened is loaded as soon as somebody points at the page', async () => {
  const load = await prefetch()
  browser.dispatchEvent(new Event('pointermove'))
  await vi.advanceTimersByTimeAsync(0)
  expect(load).toHaveBeenCalledOnce()
})

it('what may be opened is loaded once the page has rested', async () => {
  const load = await prefetch()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).toHaveBeenCalledOnce()
})

it('nothing is loaded ahead where the browser is to save data', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  const load = await prefetch()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).not.toHaveBeenCalled()
})
