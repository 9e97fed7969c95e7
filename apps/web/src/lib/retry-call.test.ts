import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, unreachableError } from './api-error.ts'
import { retryCall } from './retry-call.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Lets all pauses pass. */
const pauses = () => vi.runAllTimersAsync()

async function returnTo(event: string): Promise<void> {
  window.dispatchEvent(new Event(event))
  await vi.advanceTimersByTimeAsync(0)
}

function retry(...failures: Error[]) {
  const call = vi.fn<() => Promise<string>>(async () => 'done')
  for (const failure of failures) call.mockRejectedValueOnce(failure)
  const page = new AbortController()
  return { call, page, result: retryCall(call, page.signal) }
}

it('a call that fails is repeated after a pause', async () => {
  const { call, result } = retry(unreachableError(), unreachableError())
  await vi.advanceTimersByTimeAsync(0)
  expect(call).toHaveBeenCalledTimes(1)
  await pauses()
  expect(await result).toBe('done')
  expect(call).toHaveBeenCalledTimes(3)
})

for (const event of ['online', 'focus'])
  it(`a call that has failed three times is repeated on ${event}, and then after pauses again`, async () => {
    const { call, result } = retry(...Array.from({ length: 4 }, unreachableError))
    await pauses()
    expect(call).toHaveBeenCalledTimes(3)
    await returnTo(event)
    expect(call).toHaveBeenCalledTimes(4)
    await pauses()
    expect(await result).toBe('done')
  })

it('a server that asks to wait is not called again after a pause', async () => {
  const busy = new ApiError({ status: 429, code: 'RATE_LIMITED', message: 'Wait.', retryAfter: 30 })
  const { call, result } = retry(busy)
  await pauses()
  expect(call).toHaveBeenCalledTimes(1)
  await returnTo('focus')
  expect(await result).toBe('done')
})

it('nothing is repeated for a page that was left', async () => {
  const { call, page, result } = retry(unreachableError())
  page.abort()
  await expect(result).rejects.toThrow()
  await pauses()
  await returnTo('focus')
  expect(call).toHaveBeenCalledTimes(1)
})
