import { receivedRequests, receivers } from '@knockwire/db/schema/receivers'
import { notFound } from '@knockwire/domain/errors'
import type { RevealedHeaders } from '@knockwire/domain/headers/header-list'
import type { ReceivedRequestListQuery, ReceivedRequestPage } from '@knockwire/domain/receivers/receiver'
import { decryptHeaders } from '@knockwire/services/secrets/stored-headers'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { ApiContext, Caller } from '../../../context.ts'
import { loadDeliveries } from '../../deliveries/load-deliveries.ts'
import { isMine } from '../queries.ts'
import { calledUrl, presentReceivedRequest } from './presenter.ts'
import { findHead, selectPage } from './queries.ts'

interface Asked {
  receiverId: string
  query: z.infer<typeof ReceivedRequestListQuery>
}

/** A page of a receiver's history; an empty one where the browser has it already. */
export const listRequests = async (
  { db, settings }: ApiContext,
  caller: Caller,
  { receiverId, query }: Asked,
): Promise<ReceivedRequestPage> => {
  const { page, size, pageTopObject } = query
  const { total, top } = await findHead(db, caller, { receiverId, page, size })
  if (top !== null && top === pageTopObject) return { results: [], total, page, hasNewItem: false }
  const rows = await selectPage(db, { receiverId, page, size })
  const deliveries = await loadDeliveries(
    db,
    rows.map(({ request }) => request.id),
  )
  const results = rows.map((row) => {
    const delivered = deliveries.get(row.request.id) ?? []
    return presentReceivedRequest(row, delivered, calledUrl(settings, row.request.url))
  })
  return { results, total, page, hasNewItem: true }
}

interface RevealParams {
  receiverId: string
  executionId: string
}

/** The headers of a received request, unmasked. */
export const revealRequestHeaders = async (
  { db, secrets, log }: ApiContext,
  caller: Caller,
  { receiverId, executionId }: RevealParams,
): Promise<RevealedHeaders> => {
  const [row] = await db
    .select({ headers: receivedRequests.requestHeaders })
    .from(receivedRequests)
    .innerJoin(receivers, eq(receivers.id, receivedRequests.receiverId))
    .where(and(eq(receivedRequests.id, executionId), isMine(caller, receiverId)))
  if (row === undefined) throw notFound('request')
  log.info({ accountId: caller.accountId, receivedRequestId: executionId }, 'request headers revealed')
  return { headers: decryptHeaders(row.headers, secrets) }
}
