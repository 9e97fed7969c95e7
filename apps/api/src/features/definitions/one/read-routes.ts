import { ReceiverDefinitionView, TaskDefinitionView } from '@knockwire/domain/definitions/definition-views'
import { Id } from '@knockwire/domain/id'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../../context.ts'
import { requireCaller } from '../../../plugins/route-config.ts'
import { readReceiverDefinition, readTaskDefinition } from './save-one.ts'

/** A whole task or receiver by its id, for its lines in a file. Secrets are left out. It may be without a key, or still a draft. */
export const readDefinitionRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/tasks/:taskId/definition',
      {
        schema: {
          tags: ['Tasks'],
          summary: 'Get a whole task as its definition',
          params: z.object({ taskId: Id }),
          response: { 200: TaskDefinitionView },
        },
      },
      async (request, reply) => {
        const found = { id: request.params.taskId, withDrafts: true }
        const { view, etag } = await readTaskDefinition(context, requireCaller(request), found)
        return reply.header('etag', etag).send(view)
      },
    )
    app.get(
      '/receivers/:receiverId/definition',
      {
        schema: {
          tags: ['Receivers'],
          summary: 'Get a whole receiver as its definition',
          params: z.object({ receiverId: Id }),
          response: { 200: ReceiverDefinitionView },
        },
      },
      async (request, reply) => {
        const found = { id: request.params.receiverId, withDrafts: true }
        const { view, etag } = await readReceiverDefinition(context, requireCaller(request), found)
        return reply.header('etag', etag).send(view)
      },
    )
  }
