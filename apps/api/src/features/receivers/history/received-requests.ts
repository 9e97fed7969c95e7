import { receivedRequests, receivers } from '@knockwire/db/schema/receivers'
import { notFound } from '@knockwire/domain/errors'
import type { RevealedHeaders } from '@knockwire/domain/headers/header-list'
import type { HistoryQuery } from '@knockwire/domain/history/history'
import { pageSizes } from '@knockwire/domain/page-sizes'
import type {
  ReceivedRequestListQuery,
  ReceivedRequestPage,
  ReceivedRequestWithPage,
} from '@knockwire/domain/receivers/receiver'
import { decryptHeaders } from '@knockwire/services/secrets/stored-headers'
import { and, eq, gt } from 'drizzle-orm'
import type { z } from 'zod'
import type { ApiContext, Caller } from '../../../context.ts'
import { loadDeliveries } from '../../deliveries/load-deliveries.ts'
import { readSnapshot } from '../../history/history-rows.ts'
import { asOfOneTime, listHistory, readEmbeddedPage } from '../../history/list-history.ts'
import { loadForwards } from '../forwards/request-forwards.ts'
import { isMine } from '../../../access/owned/owned-receiver.ts'
import { calledUrl, presentDecoded, presentReceivedRequest } from './presenter.ts'
import { findHead, historyOfReceiver, selectDetailed } from './queries.ts'
import { audit } from '../../../access/audit.ts'
import { findRunDuration } from './run-duration.ts'

interface ListRequests {
  receiverId: string
  query: z.infer<typeof ReceivedRequestListQuery>
}

/** A page of rows without bodies, or what is newer than the browser has, with the state of the receiver as of then. */
export const readRequests = (
  { db, reads }: ApiContext,
  caller: Caller,
  { receiverId, query }: { receiverId: string; query: HistoryQuery },
): Promise<{ rows: ReceivedRequestPage; state: string }> =>
  asOfOneTime(db, query, async (tx) => {
    const { page, size, after } = query
    const { token, isActive, state, ...head } = await findHead(tx, caller, { receiverId, page, size, after })
    const own = historyOfReceiver({ receiverId, token, query, searcher: caller })
    const source = { ...own, inTurn: reads.inTurnOf(caller.accountId) }
    return { rows: { ...(await listHistory(tx, head, query, source)), isActive }, state }
  })

/** A page of a receiver's history, or what is newer than the browser has; without bodies. */
export const listRequests = async (
  context: ApiContext,
  caller: Caller,
  params: ListRequests,
): Promise<ReceivedRequestPage> => (await readRequests(context, caller, params)).rows

/** Changes with all that the receiver's page shows above its rows. */
export const readReceiverState = async ({ db }: ApiContext, caller: Caller, receiverId: string): Promise<string> =>
  (await findHead(db, caller, { receiverId, page: 0, size: 1 })).state

const size = pageSizes.receiverHistory

interface GetRequest {
  receiverId: string
  executionId: string
}

/** The request and the page that it stands on, as of one moment: one that comes in between would move it. */
export const getRequest = async (
  { db, settings }: ApiContext,
  caller: Caller,
  { receiverId, executionId }: GetRequest,
): Promise<ReceivedRequestWithPage> => {
  const { _embedded, ...found } = await readSnapshot(db, async (tx) => {
    const { total, token } = await findHead(tx, caller, { receiverId, page: 0, size })
    const [row] = await selectDetailed(tx, [executionId])
    if (row === undefined || row.request.receiverId !== receiverId) throw notFound('request')
    const deliveries = await loadDeliveries(tx, [executionId])
    const forwards = await loadForwards(tx, executionId)
    const isNewer = and(eq(receivedRequests.receiverId, receiverId), gt(receivedRequests.id, executionId))
    const newer = await tx.$count(receivedRequests, isNewer)
    const source = historyOfReceiver({ receiverId, token, query: {} })
    return {
      row,
      deliveries: deliveries.get(executionId) ?? [],
      forwards,
      runDurationMs: await findRunDuration(tx, row.request),
      _embedded: await readEmbeddedPage(tx, { total, newer, size }, source),
    }
  })
  // No connection is held while the body is decoded.
  const decoded = await presentDecoded(found.row)
  return {
    ...presentReceivedRequest(found.row, found.deliveries, calledUrl(settings, found.row.request.url)),
    ...(decoded !== null && { decodedRequestBody: decoded }),
    forwards: found.forwards,
    runDurationMs: found.runDurationMs,
    _embedded,
  }
}

interface RevealParams {
  receiverId: string
  executionId: string
}

/** The headers of a received request, unmasked. */
export const revealRequestHeaders = async (
  context: ApiContext,
  caller: Caller,
  { receiverId, executionId }: RevealParams,
): Promise<RevealedHeaders> => {
  const { db, secrets, log } = context
  const [row] = await db
    .select({ headers: receivedRequests.requestHeaders })
    .from(receivedRequests)
    .innerJoin(receivers, eq(receivers.id, receivedRequests.receiverId))
    .where(and(eq(receivedRequests.id, executionId), isMine(caller, receiverId)))
  if (row === undefined) throw notFound('request')
  const object = { type: 'REQUEST', id: executionId } as const
  await audit(context, db, caller, { action: 'request.headers_revealed', object, subjectId: receiverId })
  log.info({ accountId: caller.accountId, receivedRequestId: executionId }, 'request headers revealed')
  return { headers: decryptHeaders(row.headers, secrets) }
}
