import { setTimeout as delay } from 'node:timers/promises'
import { bodyOf, CallError, ConnectionError, endingAfter, retryAfterMsOf } from '../api/client.ts'
import { UserError } from '../cli.ts'

/** Whole rows of a history in the order of their commits; going on with a row's cursor begins with the row behind it. */
interface Page<Row> {
  results: (Row & { cursor: string })[]
  cursor: string
  hasMore: boolean
}

/**
 * `page`: rows, or none. `gap`: rows were deleted before they were read. `lost`, `back`: of the connection, each said once. `slept`: the
 * clock went on while the program did not.
 */
export type Followed<Row> =
  | { kind: 'page'; rows: (Row & { cursor: string })[]; cursor: string }
  | { kind: 'gap'; missed: number | null; cursor: string }
  | { kind: 'lost'; reason: string }
  | { kind: 'back' }
  | { kind: 'slept'; ms: number }

/** Reads a page of a history, waiting so many seconds for its first row. */
export type ReadPage<Row> = (
  from: { cursor: string; limit: number; wait: number },
  options: { signal: AbortSignal },
) => Promise<Page<Row>>

interface FollowOptions<Row> {
  read: ReadPage<Row>
  cursor: string
  signal: AbortSignal
}

const waitSeconds = 25
/** Longer than the server holds a call. */
const callTimeoutMs = (waitSeconds + 15) * 1000
const firstRetryMs = 500
const longestRetryMs = 30_000
/** Rows wait in memory while they are forwarded. */
const pageSize = 100

const mayPass = (error: unknown): error is CallError | ConnectionError =>
  error instanceof ConnectionError ||
  (error instanceof CallError && (error.status >= 500 || error.status === 429 || error.status === 408))

/** What trying again does not change. */
const finalError = (error: unknown): unknown => {
  if (!(error instanceof CallError)) return error
  if (error.status === 401) return new UserError('The token is not valid any more: it was revoked or has expired.', 4)
  if (error.status === 404) return new UserError('It does not exist any more.', 5)
  return error
}

const tickMs = 2000
const sleptFromMs = 20_000

/** Calls back after the computer was asleep: a call that waited meanwhile waits for a connection that is no more. */
function watchSleep(onSlept: (ms: number) => void): () => void {
  let last = Date.now()
  const timer = setInterval(() => {
    const now = Date.now()
    const ms = now - last - tickMs
    last = now
    if (ms > sleptFromMs) onSlept(ms)
  }, tickMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Whatever is recorded from the cursor on, until the signal ends it. Connections may be cut, and servers restarted. */
export async function* follow<Row>({ read, cursor: first, signal }: FollowOptions<Row>): AsyncGenerator<Followed<Row>> {
  let cursor = first
  let failures = 0
  let slept = 0
  let call = new AbortController()
  const stopWatching = watchSleep((ms) => {
    slept += ms
    call.abort()
  })
  try {
    while (!signal.aborted) {
      if (slept > 0) {
        yield { kind: 'slept', ms: slept }
        slept = 0
      }
      call = new AbortController()
      // Asked without waiting first: where `now` is, say, a connection that is cut then loses nothing.
      const wait = failures > 0 || cursor === 'now' || cursor === 'start' ? 0 : waitSeconds
      try {
        const ends = endingAfter(callTimeoutMs, AbortSignal.any([signal, call.signal]))
        const page = await read({ cursor, limit: pageSize, wait }, { signal: ends })
        if (failures > 0) yield { kind: 'back' }
        failures = 0
        cursor = page.cursor
        yield { kind: 'page', rows: page.results, cursor }
      } catch (error) {
        if (signal.aborted) return
        if (call.signal.aborted) continue
        if (error instanceof CallError && error.status === 410) {
          const { missed, cursor: next } = bodyOf(error)
          cursor = String(next)
          yield { kind: 'gap', missed: typeof missed === 'number' ? missed : null, cursor }
          continue
        }
        if (!mayPass(error)) throw finalError(error)
        failures += 1
        if (failures === 1) yield { kind: 'lost', reason: error.message }
        const retryMs = Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1))
        await delay(Math.max(retryAfterMsOf(error) ?? 0, retryMs * (0.5 + Math.random() / 2)), undefined, {
          signal,
        }).catch(() => {})
      }
    }
  } finally {
    stopWatching()
  }
}
