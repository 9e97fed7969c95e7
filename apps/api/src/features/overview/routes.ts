import { OverviewView } from '@knockwire/domain/overview/overview'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ApiContext } from '../../context.ts'
import { requireCaller } from '../../plugins/route-config.ts'
import { readOverview } from './read-overview.ts'

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
      (request) => readOverview(context, requireCaller(request)),
    )
  }
