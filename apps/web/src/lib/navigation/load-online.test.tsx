import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadOnline } from './load-online.ts'

const noNetwork = new TypeError('Failed to fetch dynamically imported module')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => vi.useRealTimers())

const failing = (times: number) => {
  const load = vi.fn<() => Promise<string>>(async () => 'code')
  for (let failed = 0; failed < times; failed += 1) load.mockRejectedValueOnce(noNetwork)
  return load
}

it('code that fails to load while there is no network is loaded once there is one, also where the first calls then fail', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = failing(3)
  const loaded = loadOnline(load)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledTimes(1)
  isOnline.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await loaded).toBe('code')
  expect(load).toHaveBeenCalledTimes(4)
})

it('code that is not to be had is given up after the third time', async () => {
  const load = failing(10)
  const loaded = loadOnline(load).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await loaded).toBe(noNetwork)
  expect(load).toHaveBeenCalledTimes(3)
})
