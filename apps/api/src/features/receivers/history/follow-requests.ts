import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { receivedRequests, receiverCounters, receivers } from '@knockwire/db/schema/receivers'
import { notFound } from '@knockwire/domain/errors'
import type { ReceivedRequestView } from '@knockwire/domain/receivers/receiver'
import { decryptHeaders } from '@knockwire/services/secrets/stored-headers'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../../context.ts'
import { isMine } from '../../../access/owned/owned-receiver.ts'
import { loadDeliveries } from '../../deliveries/load-deliveries.ts'
import type { Following } from '../../history/follow/follow-once.ts'
import { mayNotReveal } from './note-reveal.ts'
import { calledUrl, presentReceivedRequest } from './presenter.ts'
import { selectDetailed } from './queries.ts'

interface FollowRequests {
  receiverId: string
  /** The values of secret headers are shown. */
  isRevealing: boolean
}

/** A receiver's requests, for who follows them. */
export const followedRequests = (
  context: ApiContext,
  { receiverId, isRevealing }: FollowRequests,
): Following<ReceivedRequestView> => ({
  followee: { kind: 'receiver', id: receiverId },
  event: 'request',
  historyFor: (caller) => {
    if (isRevealing && caller.isReadOnly === true) throw mayNotReveal()
    return {
      lastSeq: (db) => findLastSeq(db, caller, receiverId),
      numbered: (db, afterSeq, limit) =>
        placesOf(db)
          .where(and(ofReceiver(receiverId), gt(receivedRequests.seq, afterSeq)))
          .orderBy(asc(receivedRequests.seq))
          .limit(limit),
      unnumbered: (db, afterId, limit) =>
        placesOf(db)
          .where(
            and(
              ofReceiver(receiverId),
              isNull(receivedRequests.seq),
              afterId === null ? undefined : gt(receivedRequests.id, afterId),
            ),
          )
          .orderBy(asc(receivedRequests.id))
          .limit(limit),
      isKept: async (db, id) =>
        (await db.$count(receivedRequests, and(eq(receivedRequests.id, id), ofReceiver(receiverId)))) === 1,
      load: (db, ids) => loadRequests(context, db, { ids, isRevealing }),
    }
  },
})

const ofReceiver = (receiverId: string) => eq(receivedRequests.receiverId, receiverId)

const findLastSeq = async (db: DatabaseOrTransaction, caller: Caller, receiverId: string): Promise<number> => {
  const [found] = await db
    .select({ lastSeq: receiverCounters.lastSeq })
    .from(receivers)
    .innerJoin(receiverCounters, eq(receiverCounters.receiverId, receivers.id))
    .where(isMine(caller, receiverId))
  if (found === undefined) throw notFound('receiver')
  return found.lastSeq
}

/** The sizes of bodies are known without reading them. */
const placesOf = (db: DatabaseOrTransaction) =>
  db
    .select({
      id: receivedRequests.id,
      seq: receivedRequests.seq,
      bytes: sql<number>`coalesce(${receivedRequests.storedBytes}, octet_length(${receivedRequests.requestBody}) + octet_length(${receivedRequests.responseBody}))`,
    })
    .from(receivedRequests)
    .$dynamic()

const loadRequests = async (
  { settings, secrets }: ApiContext,
  db: DatabaseOrTransaction,
  { ids, isRevealing }: { ids: readonly string[]; isRevealing: boolean },
): Promise<ReceivedRequestView[]> => {
  const rows = await selectDetailed(db, ids)
  const deliveries = await loadDeliveries(db, ids)
  return rows.map((row) => {
    const { request } = row
    const view = presentReceivedRequest(row, deliveries.get(request.id) ?? [], calledUrl(settings, request.url))
    return isRevealing ? { ...view, requestHeaders: decryptHeaders(request.requestHeaders, secrets) } : view
  })
}
