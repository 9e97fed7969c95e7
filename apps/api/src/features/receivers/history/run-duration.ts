import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { receivedRequests } from '@knockwire/db/schema/receivers'
import { endsRun, type RecordedSignal, runDurationOf } from '@knockwire/domain/heartbeats/signals/run-duration'
import { sentSignalOf } from '@knockwire/domain/heartbeats/signals/sent-signal'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { DetailedRequest } from './queries.ts'

/** Few at once, since URLs may be long; most runs end a few calls after they began. */
const pageSize = 100
const pages = 10

type Recorded = Pick<DetailedRequest['request'], 'signal' | 'url' | 'createdAt'>

export const recordedSignalOf = ({ signal, url, createdAt }: Recorded): RecordedSignal => ({
  kind: signal,
  runId: sentSignalOf(url).runId,
  atMs: createdAt.getTime(),
})

/**
 * How long the run took that a request ended, in milliseconds, by the start of the same run among the 1,000 requests before it. Null where
 * it ended none, and where its start was before those or is no longer stored.
 */
export const findRunDuration = async (
  db: DatabaseOrTransaction,
  { receiverId, seq, ...request }: DetailedRequest['request'],
): Promise<number | null> => {
  const end = recordedSignalOf(request)
  if (!endsRun(end.kind) || seq === null) return null
  for await (const rows of requestsBackwards(db, { receiverId, before: seq, pageSize, pages })) {
    const duration = runDurationOf(end, rows.map(recordedSignalOf))
    if (duration !== undefined) return duration
  }
  return null
}

interface Backwards {
  receiverId: string
  /** The number that theirs are below. */
  before: number
  /** How many at once, and how often at most. */
  pageSize: number
  pages: number
}

/** What a receiver's requests said, the latest first, by the index on the receiver and the number. */
export async function* requestsBackwards(db: DatabaseOrTransaction, { receiverId, before, ...sizes }: Backwards) {
  const { id, seq, signal, url, createdAt } = receivedRequests
  let next: number | null | undefined = before
  for (let page = 0; page < sizes.pages && typeof next === 'number'; page += 1) {
    const rows = await db
      .select({ id, seq, signal, url, createdAt })
      .from(receivedRequests)
      .where(and(eq(receivedRequests.receiverId, receiverId), lt(seq, next)))
      .orderBy(desc(seq))
      .limit(sizes.pageSize)
    yield rows
    next = rows.length < sizes.pageSize ? null : rows.at(-1)?.seq
  }
}
