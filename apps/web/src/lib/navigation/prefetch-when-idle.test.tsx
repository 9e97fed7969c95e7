import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { markUnreachable } from '../api/connection.ts'
import { server } from '../../testing/network.ts'
import type * as OnePage from './prefetch-when-idle.ts'

let pages = 0

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // A browser that shares its machine may have no idle moment for seconds.
  vi.spyOn(window, 'requestIdleCallback').mockImplementation((run) => {
    run({ didTimeout: false, timeRemaining: () => 10 })
    return 1
  })
})
afterEach(() => vi.useRealTimers())

/** In a page that was just opened, which nobody has touched. */
const prefetch = async () => {
  pages += 1
  const file = `./prefetch-when-idle.ts?page=${pages}`
  const { prefetchWhenIdle } = (await import(/* @vite-ignore */ file)) as typeof OnePage
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
  document.dispatchEvent(new PointerEvent('pointermove'))
  await expect.poll(() => load.mock.calls.length).toBe(1)
})

it('what may be opened is loaded once the page has rested', async () => {
  const load = await prefetch()
  await vi.advanceTimersByTimeAsync(10_000)
  await expect.poll(() => load.mock.calls.length).toBe(1)
})

it('while the server is out of reach nothing is loaded ahead; once it answers, it is', async () => {
  let isUp = false
  server.page('/healthz', () => (isUp ? new Response('ok') : Response.error()))
  markUnreachable()
  const load = await prefetch()
  document.dispatchEvent(new PointerEvent('pointermove'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).not.toHaveBeenCalled()
  isUp = true
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(4_000)
    expect(load).toHaveBeenCalledTimes(1)
  })
})

it('nothing is loaded ahead where the browser is to save data', async () => {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
  const load = await prefetch()
  Reflect.deleteProperty(navigator, 'connection')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).not.toHaveBeenCalled()
})
