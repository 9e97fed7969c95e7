import { AppError, type Gap } from '@knockwire/domain/errors'
import { type Cursor, parseCursor, writeCursor } from '@knockwire/domain/history/cursor'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext, Caller } from '../../../context.ts'
import { requireCaller } from '../../../plugins/route-config.ts'
import { callerNow } from '../../../plugins/session.ts'
import type { Followee, Followers } from './followers.ts'
import { type FollowedHistory, type FollowedRow, readFollowed } from './read-followed.ts'

export interface FollowTools {
  context: ApiContext
  followers: Followers
}

/** A history that somebody follows. */
export interface Following<Row> {
  followee: Followee
  /** As this caller sees it; rejects where they may not see what they asked for. */
  historyFor: (caller: Caller) => FollowedHistory<Row>
  /** What a row is, as the events of a stream are named. */
  event: 'request' | 'execution'
}

export interface Call {
  request: FastifyRequest
  reply: FastifyReply
}

/** Bytes of rows that are read for one answer. */
const maxBytes = 1024 * 1024

interface OnceQuery {
  cursor: string
  limit: number
  /** Seconds. */
  wait: number
}

interface FollowedView<Row> {
  results: (Row & { cursor: string })[]
  cursor: string
  hasMore: boolean
}

/**
 * What comes behind the caller's cursor; where there is nothing yet, as soon as there is, or nothing once the time to wait is over, the
 * caller has left, or this process stops. Throws GONE where something behind the cursor was deleted, and, after waiting, what a call that is
 * made then would be rejected with.
 */
export const followOnce = async <Row extends { id: string }>(
  { context, followers }: FollowTools,
  { request, reply }: Call,
  { followee, historyFor }: Following<Row>,
  { wait, limit, ...query }: OnceQuery,
): Promise<FollowedView<Row>> => {
  let caller = requireCaller(request)
  const leave = wait > 0 ? followers.enter(caller.accountId) : () => {}
  const left = leftSignal(reply)
  const untilMs = performance.now() + wait * 1000
  let cursor = cursorIn(query.cursor)
  try {
    for (;;) {
      const part = await readFollowed(context.db, historyFor(caller), { cursor, limit, maxBytes })
      if (part.kind === 'gap') throw deletedBehind(part.gap)
      cursor = part.cursor
      const leftMs = untilMs - performance.now()
      if (part.rows.length > 0 || leftMs <= 0 || left.aborted || followers.isStopping) return present(part)
      await followers.wait(followee, seqOf(cursor), leftMs, left)
      caller = await callerNow(context, request, caller)
    }
  } finally {
    leave()
  }
}

/** Its schema has checked it. */
export const cursorIn = (text: string): Cursor => parseCursor(text) ?? { kind: 'now' }

/** Who waits stands behind a number: others are sent something at once. */
export const seqOf = (cursor: Cursor): number => (cursor.kind === 'seq' ? cursor.seq : -1)

/**
 * Aborted once the caller has closed their side of the connection, whatever was answered by then. Others may do that and still read
 * (`answerHalfClosed`); who follows is gone, and would be found to be so with the next write only.
 */
export const leftSignal = ({ raw }: FastifyReply): AbortSignal => {
  const left = new AbortController()
  const abort = () => left.abort()
  const { socket } = raw
  socket?.once('end', abort)
  raw.once('close', () => {
    socket?.off('end', abort)
    abort()
  })
  if (raw.destroyed || socket?.readableEnded) abort()
  return left.signal
}

export const withCursor = <Row>({ row, cursor }: FollowedRow<Row>): Row & { cursor: string } => ({ ...row, cursor })

const present = <Row>({ rows, cursor, hasMore }: { rows: FollowedRow<Row>[]; cursor: Cursor; hasMore: boolean }) => ({
  results: rows.map(withCursor),
  cursor: writeCursor(cursor),
  hasMore,
})

export const gapMessage = ({ missed }: Gap): string => {
  if (missed === null)
    return 'What came after this cursor may have been deleted, or the server was restored from a backup. Go on with the cursor of this response.'
  const rows = missed === 1 ? '1 row' : `${missed} rows`
  return `${rows} after this cursor were deleted before they were read. Go on with the cursor of this response.`
}

const deletedBehind = (gap: Gap) => new AppError('GONE', gapMessage(gap), { gap })
