import type { ReceivedRequestListQuery, ReceivedRequestPage } from '@knockwire/domain/receivers/receiver'
import type { z } from 'zod'
import type { ApiContext, Caller } from '../../../context.ts'
import { loadDeliveries } from '../../deliveries/load-deliveries.ts'
import { calledUrl } from './called-url.ts'
import { presentReceivedRequest } from './presenter.ts'
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
