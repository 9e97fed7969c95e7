import type { DatabaseOrTransaction } from '@knockwire/db/client'
import {
  heartbeats,
  receivedRequests,
  receiverCounters,
  receivers,
  rejectedRequests,
} from '@knockwire/db/schema/receivers'
import { notFound } from '@knockwire/domain/errors'
import type { RecordedSignalKind } from '@knockwire/domain/heartbeats/signals/recorded-signal'
import type { ReceiverHistoryFilters } from '@knockwire/domain/history/filters'
import { watchKey } from '@knockwire/domain/history/history-rules'
import { mostEventBytes } from '@knockwire/domain/receivers/event-name'
import type { ReceivedRequestRow } from '@knockwire/domain/receivers/receiver'
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../../../context.ts'
import { loadDeliveries } from '../../deliveries/load-deliveries.ts'
import { bodyContains } from '../../history/body-search.ts'
import { searchedUrl, type Searcher } from '../../../access/owned/shown-secrets.ts'
import { anyOf, commonConditions, conditionsOf, textContains } from '../../history/filters.ts'
import { type HistoryHead, type HistorySource, newerColumns } from '../../history/history-source.ts'
import { presentRow } from './presenter.ts'

/** The index is `nulls last`, and read in its order only by a query that orders the same way. */
const newestFirst = sql`${receivedRequests.id} desc nulls last`

const requestsOf = (receiverId: string) => ({
  isOwn: sql`${receivedRequests.receiverId} = ${receiverId}::uuid`,
  table: sql`${receivedRequests}`,
  id: sql`${receivedRequests.id}`,
})

export interface PageOf {
  receiverId: string
  page: number
  size: number
  after?: string | undefined
}

interface ReceiverHead extends HistoryHead {
  token: string
  isActive: boolean
  state: string
}

/** Changes with all that a receiver's page shows above its rows: its settings, its heartbeat, and what it rejected. */
const stateOfReceiver = sql<string>`md5(concat_ws(' ', ${receiverCounters.version},
  (select concat_ws(' ', ${heartbeats.state}, ${heartbeats.since}, ${heartbeats.lastSignalAt}, ${heartbeats.expectedAt},
     ${heartbeats.expectedAt} < now(), ${heartbeats.expectation})
   from ${heartbeats} where ${heartbeats.receiverId} = ${receivers.id}),
  (select sum(${rejectedRequests.count}) from ${rejectedRequests}
   where ${rejectedRequests.receiverId} = ${receivers.id} and ${rejectedRequests.minute} > now() - interval '1 hour')))`

/**
 * How many requests there are, which is the page's first and which are newer, and the receiver's state: one statement by indexes,
 * for it is queried every two seconds.
 */
export const findHead = async (
  db: DatabaseOrTransaction,
  { accountId }: Caller,
  { receiverId, page, size, after }: PageOf,
): Promise<ReceiverHead> => {
  const first = db
    .select({ id: receivedRequests.id })
    .from(receivedRequests)
    .where(eq(receivedRequests.receiverId, receivers.id))
    .orderBy(newestFirst)
    .limit(1)
    .offset(page * size)
    .as('first')
  const [head] = await db
    .select({
      total: receiverCounters.total,
      top: first.id,
      token: receivers.token,
      isActive: sql<boolean>`${receivers.status} = 'ACTIVE'`,
      state: stateOfReceiver,
      ...newerColumns(requestsOf(receiverId), { after, size }),
    })
    .from(receivers)
    .innerJoin(receiverCounters, eq(receiverCounters.receiverId, receivers.id))
    .leftJoinLateral(first, sql`true`)
    .where(and(eq(receivers.id, receiverId), eq(receivers.accountId, accountId)))
  if (head === undefined) throw notFound('receiver')
  return head
}

const { requestBody, responseBody, ...stored } = getTableColumns(receivedRequests)

/**
 * Nobody decides any more what a request meant that no executor had looked at when its receiver was deactivated, or expected no more calls.
 * `is not null`: of the signals that wait, an index finds those that have a request.
 */
const columns = {
  ...stored,
  signal: sql<RecordedSignalKind | null>`
    case when received_requests.signal <> 'UNDECIDED' or exists (
      select from heartbeat_signals s
      where s.receiver_id = received_requests.receiver_id and s.request_id = received_requests.id and s.request_id is not null
    ) then received_requests.signal end`,
}

/** Requests with all that is kept of them. */
export const selectDetailed = (db: DatabaseOrTransaction, ids: readonly string[]) =>
  db
    .select({ request: columns, requestBody, responseBody })
    .from(receivedRequests)
    .where(inArray(receivedRequests.id, [...ids]))

export type DetailedRequest = Awaited<ReturnType<typeof selectDetailed>>[number]

/** Of a body its size, which is known without reading it; the body itself only where it may be JSON that names an event. */
const selectRows = (db: DatabaseOrTransaction, ids: readonly string[]) =>
  db
    .select({
      request: columns,
      requestBytes: sql<number>`octet_length(${requestBody})`,
      eventBody: sql<Uint8Array | null>`
        case when octet_length(${requestBody}) between 2 and ${mostEventBytes} and (get_byte(${requestBody}, 0) in (${123}, ${0xef}) or ${columns.requestHeaders}::text ilike '%content-encoding%')
        then ${requestBody} end`,
    })
    .from(receivedRequests)
    .where(inArray(receivedRequests.id, [...ids]))
    .orderBy(newestFirst)

export type SlimRequest = Awaited<ReturnType<typeof selectRows>>[number]

interface HistoryOfReceiver {
  receiverId: string
  token: string
  query: ReceiverHistoryFilters
  /** As whom the text of the query is searched for. */
  searcher?: Searcher
}

/** A receiver's history, narrowed down by a query's filters. */
export const historyOfReceiver = ({
  receiverId,
  token,
  query,
  searcher = {},
}: HistoryOfReceiver): HistorySource<ReceivedRequestRow> => ({
  ...requestsOf(receiverId),
  createdAt: sql`${receivedRequests.createdAt}`,
  filters: filtersOf(query, searcher),
  load: async (db, ids) => {
    if (ids.length === 0) return []
    const rows = await selectRows(db, ids)
    const deliveries = await loadDeliveries(db, ids)
    return Promise.all(rows.map((row) => presentRow(row, deliveries.get(row.request.id) ?? [], token)))
  },
  watchKey,
})

const filtersOf = (query: ReceiverHistoryFilters, searcher: Searcher): SQL[] => {
  const { id, createdAt, responseCode, method, url, requestHeaders } = receivedRequests
  return conditionsOf<ReceiverHistoryFilters>(query, {
    ...commonConditions({ id: sql`${id}`, createdAt: sql`${createdAt}`, statusCode: sql`${responseCode}` }),
    status: (results) => anyOf(results.map(hasResult)),
    method: (methods) => inArray(method, methods),
    text: (text) =>
      anyOf([
        textContains(searchedUrl(sql`${url}`, searcher), text),
        bodyContains(sql`${requestBody}`, sql`${requestHeaders}`, text),
        textContains(sql`${responseBody}`, text),
      ]),
  })
}

/** A request whose answer could not be made has failed; every other one was answered. */
const hasResult = (result: string): SQL => {
  const { error, responseCode } = receivedRequests
  if (result === 'FAILED') return sql`${error} is not null`
  if (result === 'SUCCEEDED') return sql`(${error} is null and ${responseCode} < 400)`
  return result === 'HTTP_ERROR' ? sql`(${error} is null and ${responseCode} >= 400)` : sql`false`
}
