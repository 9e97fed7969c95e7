import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mountHook, stubBrowser } from '../../testing/mount.ts'

beforeEach(() => {
  stubBrowser()
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

const stubFetch = () => {
  const fetch = vi.fn<() => Promise<Response>>(async () => Response.json([]))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

it('the development outbox is looked for once, however many forms show it', async () => {
  const { useHasOutbox } = await import('./use-has-outbox.ts')
  const fetch = stubFetch()
  const first = await mountHook(useHasOutbox)
  await first.unmount()
  const second = await mountHook(useHasOutbox)
  expect([first.result.current, second.result.current]).toEqual([true, true])
  expect(fetch).toHaveBeenCalledTimes(1)
})

it('the development outbox is looked for again after the call for it did not get through', async () => {
  const { useHasOutbox } = await import('./use-has-outbox.ts')
  const fetch = stubFetch()
  fetch.mockRejectedValueOnce(new TypeError('fetch failed'))
  expect((await mountHook(useHasOutbox)).result.current).toBe(false)
  expect((await mountHook(useHasOutbox)).result.current).toBe(true)
  expect(fetch).toHaveBeenCalledTimes(2)
})
