import { Readable } from 'node:stream'
import { isDatabaseOutage } from '@knockwire/db/failures/database-outage'
import { AppError } from '@knockwire/domain/errors'
import { type Cursor, parseCursor, writeCursor } from '@knockwire/domain/history/cursor'
import { maskAddresses } from '@knockwire/domain/requests/secret-parameters'
import type { FastifyReply } from 'fastify'
import type { Caller } from '../../../context.ts'
import { requireCaller } from '../../../plugins/route-config.ts'
import { callerNow } from '../../../plugins/session.ts'
import {
  type Call,
  cursorIn,
  type Following,
  type FollowTools,
  gapMessage,
  leftSignal,
  seqOf,
  withCursor,
} from './follow-once.ts'
import { readFollowed } from './read-followed.ts'

/** Whether the caller wants a stream (Server-Sent Events, WHATWG HTML 9.2). */
export const wantsStream = (accept: string | undefined): boolean => /(^|[\s,])text\/event-stream/i.test(accept ?? '')

/** When a client that was cut off connects again, in milliseconds. */
const retryMs = 2000
/** Shorter than proxies let a connection be silent; it shows the caller that the server is there, too. */
const heartbeatMs = 15_000
/** How long a session or token that was ended may go on to be sent rows. */
const checkMs = 5000
/** A reader that takes nothing for so long is cut off. It may connect again, and misses nothing. */
const stalledMs = 30_000
/** A slow reader keeps no more than this in memory, or one row. */
const maxBytes = 256 * 1024
const rowsAtOnce = 100

/**
 * Sends what comes behind the cursor, and then whatever is recorded, until the caller leaves, may not see it any more, or this
 * process stops. What was deleted is an event as well.
 */
export const followStream = async <Row extends { id: string }>(
  tools: FollowTools,
  call: Call,
  following: Following<Row>,
  query: { cursor: string },
): Promise<FastifyReply> => {
  const { context, followers } = tools
  const { request, reply } = call
  const caller = requireCaller(request)
  const cursor = lastEventCursor(request.headers['last-event-id']) ?? cursorIn(query.cursor)
  const leave = followers.enter(caller.accountId)
  const left = leftSignal(reply)
  left.addEventListener('abort', leave, { once: true })
  if (left.aborted) leave()
  try {
    // Before anything is sent: what is wrong with the call is answered as an error.
    const end = await following.historyFor(caller).lastSeq(context.db)
    const first: Cursor = cursor.kind === 'now' ? { kind: 'seq', seq: end } : cursor
    const events = eventsFrom(tools, call, following, { cursor: first, left })
    const stream = Readable.from(cutOffStalled(events, reply, left), { objectMode: false })
    return reply.headers(streamHeaders).send(stream)
  } catch (error) {
    leave()
    throw error
  }
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // nginx would gather events until its buffer is full.
  'x-accel-buffering': 'no',
  // Nothing follows a stream: its connection must not keep a stopping process.
  connection: 'close',
}

const lastEventCursor = (header: string | string[] | undefined): Cursor | null =>
  typeof header === 'string' ? parseCursor(header) : null

interface Place {
  cursor: Cursor
  left: AbortSignal
}

async function* eventsFrom<Row extends { id: string }>(
  { context, followers }: FollowTools,
  { request }: Call,
  { followee, historyFor, event }: Following<Row>,
  place: Place,
): AsyncGenerator<string> {
  const { left } = place
  let { cursor } = place
  let caller = requireCaller(request)
  let checkedAtMs = performance.now()
  yield `retry: ${retryMs}\n\n`
  yield eventText('cursor', writeCursor(cursor), { cursor: writeCursor(cursor) })
  try {
    while (!left.aborted && !followers.isStopping) {
      const part = await readFollowed(context.db, historyFor(caller), { cursor, limit: rowsAtOnce, maxBytes })
      cursor = part.cursor
      if (part.kind === 'gap') {
        yield eventText('gap', part.gap.cursor, { code: 'GONE', message: gapMessage(part.gap), ...part.gap })
        continue
      }
      for (const one of part.rows) yield eventText(event, one.cursor, shownTo(caller, withCursor(one)))
      const isIdle = part.rows.length === 0
      const woken = isIdle ? await followers.wait(followee, seqOf(cursor), heartbeatMs, left) : 'changed'
      if (woken === 'timeout') yield ':\n\n'
      if (!isIdle && performance.now() - checkedAtMs < checkMs) continue
      caller = await callerNow(context, request, caller)
      checkedAtMs = performance.now()
    }
  } catch (error) {
    const rejection = rejectionOf(error)
    if (rejection === null) request.log.error({ err: error }, 'a stream has failed')
    else yield eventText('end', null, { code: rejection.code, message: rejection.message })
  }
}

/** What is streamed passes no hook that masks: readers see no key in a URL here either (decision 89). */
const shownTo = <T extends object>({ isReadOnly = false }: Caller, row: T): T => (isReadOnly ? maskAddresses(row) : row)

/** Why a stream ends; null where that is a defect. */
const rejectionOf = (error: unknown): Pick<AppError, 'code' | 'message'> | null => {
  if (error instanceof AppError) return error
  if (!(error instanceof Error) || !isDatabaseOutage(error)) return null
  return { code: 'UNAVAILABLE', message: 'The database cannot be reached or is busy. Connect again in a moment.' }
}

const eventText = (event: string, id: string | null, data: object): string =>
  `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** A long text in pieces, so that a slow reader is seen to take it. */
const pieceLength = 32_768

/** What is not taken stays in memory, and keeps a place: not for ever. The connection is closed where a piece has waited too long. */
async function* cutOffStalled(
  texts: AsyncIterable<string>,
  { raw }: FastifyReply,
  left: AbortSignal,
): AsyncGenerator<string> {
  let waitingSinceMs: number | null = null
  const timer = setInterval(() => {
    if (waitingSinceMs !== null && performance.now() - waitingSinceMs > stalledMs) raw.destroy()
  }, stalledMs / 4).unref()
  left.addEventListener('abort', () => clearInterval(timer), { once: true })
  try {
    for await (const text of texts)
      for (let from = 0; from < text.length; from += pieceLength) {
        waitingSinceMs = performance.now()
        yield text.slice(from, from + pieceLength)
        waitingSinceMs = null
      }
  } finally {
    clearInterval(timer)
  }
}
