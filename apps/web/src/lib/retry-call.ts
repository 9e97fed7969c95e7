import { retryAfterOf } from './api-error.ts'

/** Milliseconds before a call is repeated; after the last it waits for the network or the window's focus to come back. */
const pausesMs = [1_000, 2_000, undefined]

/** Repeats a call that fails until it succeeds; rejects once the signal is aborted and the call has failed. */
export async function retryCall<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await call()
    } catch (error) {
      signal.throwIfAborted()
      // A server that asks to wait is left alone.
      await returnOrPause(retryAfterOf(error) === undefined ? pausesMs[failures % pausesMs.length] : undefined)
    }
  }
}

const returnOrPause = (pauseMs: number | undefined): Promise<void> =>
  new Promise((resolve) => {
    const ended = new AbortController()
    const end = () => {
      ended.abort()
      resolve()
    }
    for (const event of ['online', 'focus']) window.addEventListener(event, end, { signal: ended.signal })
    if (pauseMs !== undefined) setTimeout(end, pauseMs)
  })
