import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { receivedRequests, receiverCounters, receivers } from '@knockwire/db/schema/receivers'
import { notFound } from '@knockwire/domain/errors'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Caller } from '../../../context.ts'

/** What was asked and what was answered; a page of twenty hardly ever reaches it, and one of a hundred is held in memory. */
const pageBodyBytes = 32 * 1024 * 1024

/** The index is `nulls last`, and read in its order only by whoever asks for the same. */
const newestFirst = sql`${receivedRequests.id} desc nulls last`

export interface PageOf {
  receiverId: string
  page: number
  size: number
}

/** How many requests there are, and which is the page's first: one look at the index, for it is asked every two seconds. */
export const findHead = async (
  db: DatabaseOrTransaction,
  { accountId }: Caller,
  { receiverId, page, size }: PageOf,
): Promise<{ total: number; top: string | null }> => {
  const first = db
    .select({ id: receivedRequests.id })
    .from(receivedRequests)
    .where(eq(receivedRequests.receiverId, receivers.id))
    .orderBy(newestFirst)
    .limit(1)
    .offset(page * size)
    .as('first')
  const [head] = await db
    .select({ total: receiverCounters.total, top: first.id })
    .from(receivers)
    .innerJoin(receiverCounters, eq(receiverCounters.receiverId, receivers.id))
    .leftJoinLateral(first, sql`true`)
    .where(and(eq(receivers.id, receiverId), eq(receivers.accountId, accountId)))
  if (head === undefined) throw notFound('receiver')
  return head
}

const { requestBody, responseBody, ...columns } = getTableColumns(receivedRequests)

/** Sums the sizes without reading the bodies themselves. */
const isWithinPage = sql`
  sum(octet_length(${requestBody}) + octet_length(${responseBody})) over (order by ${newestFirst}) <= ${pageBodyBytes}`

/** A page of a receiver's history, newest first. Which rows are on it is told by the index alone. */
export const selectPage = (db: DatabaseOrTransaction, { receiverId, page, size }: PageOf) => {
  const chosen = db
    .select({ id: receivedRequests.id })
    .from(receivedRequests)
    .where(eq(receivedRequests.receiverId, receiverId))
    .orderBy(newestFirst)
    .limit(size)
    .offset(page * size)
    .as('chosen')
  return db
    .select({
      request: columns,
      requestBody: sql<Uint8Array | null>`case when ${isWithinPage} then ${requestBody} end`,
      requestBytes: sql<number>`octet_length(${requestBody})`,
      responseBody: sql<string | null>`case when ${isWithinPage} then ${responseBody} end`,
      keptResponseBytes: sql<number>`octet_length(${responseBody})`,
    })
    .from(chosen)
    .innerJoin(receivedRequests, eq(receivedRequests.id, chosen.id))
    .orderBy(newestFirst)
}

export type ReceivedRequestRow = Awaited<ReturnType<typeof selectPage>>[number]
