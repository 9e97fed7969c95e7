import { DeliveryView } from '@knockwire/domain/notifications/deliveries/delivery'
import { IdParams } from '@knockwire/domain/page'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ApiContext } from '../../context.ts'
import { requireCaller } from '../../plugins/route-config.ts'
import { resendDelivery, viewDelivery } from './resend-delivery.ts'

const tags = ['Notifications']

export const deliveryRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/deliveries/:id',
      {
        schema: { tags, summary: 'Get a delivery', params: IdParams, response: { 200: DeliveryView } },
      },
      (request) => viewDelivery(context, requireCaller(request), request.params.id),
    )
    app.post(
      '/deliveries/:id/resend',
      {
        schema: {
          tags,
          summary: 'Send a failed delivery again',
          params: IdParams,
          response: { 202: DeliveryView },
        },
      },
      async (request, reply) =>
        reply.code(202).send(await resendDelivery(context, requireCaller(request), request.params.id)),
    )
  }
