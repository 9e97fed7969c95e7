import type { Readable } from 'node:stream'
import type { Database } from '@knockwire/db/client'
import type { ReceivedRequestExportQuery } from '@knockwire/domain/receivers/receiver'
import type { z } from 'zod'
import type { ApiContext, Caller } from '../../../context.ts'
import { loadDeliveries } from '../../deliveries/load-deliveries.ts'
import { exportHistory, writeJsonLines } from '../../history/export/export-history.ts'
import { calledUrl, presentReceivedRequest } from './presenter.ts'
import { findHead, historyOfReceiver, selectDetailed } from './queries.ts'
import { audit } from '../../../access/audit.ts'
import { findReceiver } from '../../../access/owned/owned-receiver.ts'

interface ExportRequests {
  receiverId: string
  query: z.infer<typeof ReceivedRequestExportQuery>
}

const firstPage = { page: 0, size: 1 }

/** The requests of a receiver that match the query, as JSON lines; see `exportHistory`. */
export const exportRequests = async (
  context: ApiContext,
  caller: Caller,
  { receiverId, query }: ExportRequests,
): Promise<Readable> => {
  const { token } = await findHead(context.db, caller, { receiverId, ...firstPage })
  const { name } = await findReceiver(context.db, caller, receiverId)
  const object = { type: 'RECEIVER', id: receiverId, name } as const
  await audit(context, context.db, caller, { action: 'receiver.history_exported', object })
  const source = historyOfReceiver({ receiverId, token, query: { ...firstPage, ...query }, searcher: caller })
  const load = async (db: Database, ids: readonly string[]) => {
    const rows = await selectDetailed(db, ids)
    const deliveries = await loadDeliveries(db, ids)
    return rows.map((row) =>
      presentReceivedRequest(row, deliveries.get(row.request.id) ?? [], calledUrl(context.settings, row.request.url)),
    )
  }
  return exportHistory(context, caller, { source, load, write: writeJsonLines })
}
