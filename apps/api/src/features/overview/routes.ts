import { OverviewView } from '@knockwire/domain/overview/overview'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ApiContext } from '../../context.ts'
import { requireCaller } from '../../plugins/route-config.ts'
import { readReceivers } from './receivers-query.ts'
import { readTasks } from './tasks-query.ts'

export const overviewRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/overview',
      {
        schema: {
          tags: ['Tasks'],
          summary: 'Get what is silent, failing or late',
          description:
            'Tasks that fail, were deactivated after failed executions, or whose execution is due and has not begun; receivers whose expected call is late or missing. At most 20 of each are listed, and all are counted.',
          response: { 200: OverviewView },
        },
      },
      // A statement for the tasks, and one for the receivers.
      async (request) => {
        const { accountId } = requireCaller(request)
        const [tasks, receivers] = await Promise.all([
          readTasks(context.db, accountId),
          readReceivers(context.db, accountId),
        ])
        return { tasks, receivers }
      },
    )
  }
