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

const signalOf = ({ signal, url, createdAt }: Recorded): RecordedSignal => ({
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
  const end = signalOf(request)
  if (!endsRun(end.kind)) return null
  let before = seq
  for (let page = 0; page < pages && before !== null; page += 1) {
    const rows = await requestsBefore(db, receiverId, before)
    const duration = runDurationOf(end, rows.map(signalOf))
    if (duration !== undefined) return duration
    before = rows.length < pageSize ? null : (rows.at(-1)?.seq ?? null)
  }
  return null
}

/** Read backwards by the index on the receiver and the number. */
const requestsBefore = (db: DatabaseOrTransaction, receiverId: string, seq: number) =>
  db
    .select({
      seq: receivedRequests.seq,
      signal: receivedRequests.signal,
      url: receivedRequests.url,
      createdAt: receivedRequests.createdAt,
    })
    .from(receivedRequests)
    .where(and(eq(receivedRequests.receiverId, receiverId), lt(receivedRequests.seq, seq)))
    .orderBy(desc(receivedRequests.seq))
    .limit(pageSize)
