import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { markReachable, markUnreachable } from '../api/connection.ts'
import { server } from '../../testing/network.ts'
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

/** Whether the server answers; how often that was asked. */
const serveHealth = () => {
  const health = { isUp: false, checks: 0 }
  server.page('/healthz', () => {
    health.checks += 1
    return health.isUp ? new Response('ok') : Response.error()
  })
  return health
}

/** Until what waits for nothing but answers has gone on. */
const passing = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms)
  await new Promise((resolve) => requestAnimationFrame(resolve))
  await vi.advanceTimersByTimeAsync(0)
}

it('code that is not there is not asked for while there is no network, and is loaded once the server answers', async () => {
  const health = serveHealth()
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = failing(0)
  const loaded = loadOnline(load)
  await vi.waitFor(() => expect(health.checks).toBe(1))
  await passing(10_000)
  expect(load).not.toHaveBeenCalled()

  isOnline.mockReturnValue(true)
  // The first calls of a network that has just come back fail.
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(health.checks).toBeGreaterThan(1))
  expect(load).not.toHaveBeenCalled()
  health.isUp = true
  await vi.waitFor(async () => {
    await passing(4_000)
    expect(load).toHaveBeenCalledTimes(1)
  })
  expect(await loaded).toBe('code')
})

it('code is loaded from a server on the same machine although the browser has no network', async () => {
  serveHealth().isUp = true
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(await loadOnline(failing(0))).toBe('code')
})

it('code that is there already is used without a network, and nothing is asked of the server', async () => {
  const health = serveHealth()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(await loadOnline(failing(0), { isLoaded: () => true })).toBe('code')
  expect(health.checks).toBe(0)
})

it('code is not asked for while the server is known not to respond', async () => {
  const health = serveHealth()
  markUnreachable()
  const load = failing(0)
  const loaded = loadOnline(load)
  await vi.waitFor(() => expect(health.checks).toBe(1))
  expect(load).not.toHaveBeenCalled()
  markReachable()
  health.isUp = true
  await vi.waitFor(async () => {
    await passing(4_000)
    expect(load).toHaveBeenCalledTimes(1)
  })
  expect(await loaded).toBe('code')
})

it('code that is not to be had is given up after the third time', async () => {
  const load = failing(10)
  const loaded = loadOnline(load).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await loaded).toBe(noNetwork)
  expect(load).toHaveBeenCalledTimes(3)
})

it('code that is not to be had from a server on the same machine is given up as well', async () => {
  serveHealth().isUp = true
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = failing(10)
  const loaded = loadOnline(load).catch((error: unknown) => error)
  await vi.waitFor(async () => {
    await passing(1_000)
    expect(load.mock.calls.length).toBeGreaterThanOrEqual(3)
  })
  expect(await loaded).toBe(noNetwork)
  expect(load).toHaveBeenCalledTimes(3)
})
