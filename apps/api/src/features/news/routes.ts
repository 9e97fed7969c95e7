import { ReceiverNews, ReceiverNewsQuery, TaskNews, TaskNewsQuery } from '@knockwire/domain/history/news'
import { Id } from '@knockwire/domain/id'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { requireCaller } from '../../plugins/route-config.ts'
import { readReceiverNews } from './receiver-news.ts'
import { readTaskNews } from './task-news.ts'

const description =
  'For a page that is open: one call for all that it shows. `after` names the newest row that it has, and `seen` is the `state` of the last response; `changed` is null until it is another.'

/** What pages poll while they are open. */
export const newsRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/tasks/:taskId/news',
      {
        schema: {
          tags: ['History'],
          summary:
            'Get what is new of a task: its executions and, where they changed, the task, its health and a series',
          description,
          params: z.object({ taskId: Id }),
          querystring: TaskNewsQuery,
          response: { 200: TaskNews },
        },
      },
      (request) =>
        readTaskNews(context, requireCaller(request), { taskId: request.params.taskId, query: request.query }),
    )

    app.get(
      '/receivers/:receiverId/news',
      {
        schema: {
          tags: ['Receivers'],
          summary:
            'Get what is new of a receiver: its requests and, where they changed, the receiver and its counts of rejected requests',
          description,
          params: z.object({ receiverId: Id }),
          querystring: ReceiverNewsQuery,
          response: { 200: ReceiverNews },
        },
      },
      (request) =>
        readReceiverNews(context, requireCaller(request), {
          receiverId: request.params.receiverId,
          query: request.query,
        }),
    )
  }
