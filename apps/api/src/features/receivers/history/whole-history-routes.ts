import { Id } from '@knockwire/domain/id'
import { ReceivedRequestExportQuery } from '@knockwire/domain/receivers/receiver'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../../context.ts'
import { fileResponse } from '../../../plugins/openapi/openapi.ts'
import { requireCaller } from '../../../plugins/route-config.ts'
import { sendHistory } from '../../history/export/send-history.ts'
import { deleteAllRequests, deleteRequest } from './delete-requests.ts'
import { exportRequests } from './export-requests.ts'

const params = z.object({ receiverId: Id })
const requestParams = z.object({ receiverId: Id, executionId: Id })
const tags = ['Receivers']

/** What takes a history out of Knockwire: as a file, or for good. */
export const wholeHistoryRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/receivers/:receiverId/executions/export',
      {
        schema: {
          tags,
          summary: 'Export the requests of a receiver, oldest first, as JSON lines',
          description:
            'Narrowed down by the filters of the list. A line is a request as its details have it. Secret headers are masked. At most 20 exports per hour.',
          params,
          querystring: ReceivedRequestExportQuery,
          response: { 200: fileResponse('JSON lines', 'application/jsonl') },
        },
      },
      async (request, reply) => {
        const { receiverId } = request.params
        const file = await exportRequests(context, requireCaller(request), { receiverId, query: request.query })
        return sendHistory(reply, { file, name: 'requests', format: 'jsonl', now: context.now() })
      },
    )

    app.delete(
      '/receivers/:receiverId/executions',
      {
        schema: {
          tags,
          summary: 'Delete all requests of a receiver, with the records of their notifications',
          description: 'This cannot be undone. Requests that arrive meanwhile are kept.',
          params,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await deleteAllRequests(context, requireCaller(request), request.params)
        return reply.code(204).send()
      },
    )

    app.delete(
      '/receivers/:receiverId/executions/:executionId',
      {
        schema: {
          tags,
          summary: 'Delete a received request, with the records of its notifications',
          params: requestParams,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await deleteRequest(context, requireCaller(request), request.params)
        return reply.code(204).send()
      },
    )
  }
