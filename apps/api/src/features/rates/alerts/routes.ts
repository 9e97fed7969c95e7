import { Id } from '@knockwire/domain/id'
import { CreateRateAlertInput, RateAlertList, RateAlertView } from '@knockwire/domain/rates/rate-subscription'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../../context.ts'
import { type FieldKeyOf, requireCaller } from '../../../plugins/route-config.ts'
import { createAlert, deleteAlert, listAlerts } from './alerts.ts'

const tags = ['Mortgage rates']
const fieldKeyOf: FieldKeyOf = ([field]) => field
const params = z.object({ alertId: Id })

export const alertRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/mortgage-rates/alerts',
      { schema: { tags, summary: 'List your rate alerts', response: { 200: RateAlertList } } },
      async (request) => ({ results: await listAlerts(context, requireCaller(request)) }),
    )
    app.post(
      '/mortgage-rates/alerts',
      {
        config: { fieldKeyOf },
        schema: {
          tags,
          summary: 'Create an alert that is sent once a rate is at or below your target',
          body: CreateRateAlertInput,
          response: { 201: RateAlertView },
        },
      },
      async (request, reply) => reply.code(201).send(await createAlert(context, requireCaller(request), request.body)),
    )
    app.delete(
      '/mortgage-rates/alerts/:alertId',
      { schema: { tags, summary: 'Delete a rate alert', params, response: { 204: z.undefined() } } },
      async (request, reply) => {
        await deleteAlert(context, requireCaller(request), request.params)
        return reply.code(204).send()
      },
    )
  }
