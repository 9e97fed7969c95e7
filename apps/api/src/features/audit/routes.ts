import { Readable } from 'node:stream'
import { AuditExportQuery, AuditPage, AuditQuery } from '@knockwire/domain/audit/audit-event'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { audit } from '../../access/audit.ts'
import { throttle } from '../../access/throttle.ts'
import type { ApiContext } from '../../context.ts'
import { fileResponse } from '../../plugins/openapi/openapi.ts'
import { requireCaller } from '../../plugins/route-config.ts'
import { writeJsonLines } from '../history/export/export-history.ts'
import { sendHistory } from '../history/export/send-history.ts'
import { eachEvent, listEvents } from './read-events.ts'

const tags = ['Audit log']
const config = { role: 'OWNER' } as const
const exportsPerHour = 20

/** Who did what in the account, for its owners. */
export const auditRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/accounts/me/audit-events',
      {
        config,
        schema: {
          tags,
          summary: 'List the events of the audit log, newest first',
          description: 'For owners of the account. Events are kept for a year, and are never changed.',
          querystring: AuditQuery,
          response: { 200: AuditPage },
        },
      },
      (request) => listEvents(context, requireCaller(request), request.query),
    )

    app.get(
      '/accounts/me/audit-events/export',
      {
        config,
        schema: {
          tags,
          summary: 'Export the audit log, oldest event first, as JSON lines',
          description: 'Narrowed down by the filters of the list. At most 20 exports per hour.',
          querystring: AuditExportQuery,
          response: { 200: fileResponse('JSON lines', 'application/jsonl') },
        },
      },
      async (request, reply) => {
        const caller = requireCaller(request)
        const limit = { key: `audit-export:${caller.accountId}`, limit: exportsPerHour, perMs: 3_600_000 }
        await throttle(context, [limit])
        await audit(context, context.db, caller, { action: 'audit_log.exported' })
        const lines = writeJsonLines(eachEvent(context, caller, request.query))
        const file = Readable.from(lines, { objectMode: false })
        return sendHistory(reply, { file, name: 'audit-log', format: 'jsonl', now: context.now() })
      },
    )
  }
