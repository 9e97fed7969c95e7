import { DeliveryView } from '@knockwire/domain/notifications/delivery'
import { TestNotificationInput, TestReceiverNotificationInput } from '@knockwire/domain/notifications/notification'
import { IdParams } from '@knockwire/domain/page'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ApiContext } from '../../context.ts'
import { requireCaller } from '../../plugins/route-config.ts'
import { notificationFieldKeyOf } from '../notifications/field-keys.ts'
import { resendDelivery, viewDelivery } from './resend-delivery.ts'
import { sendReceiverTest, sendTaskTest } from './send-test.ts'

const tags = ['Notifications']
const config = { fieldKeyOf: notificationFieldKeyOf }

export const deliveryRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/notifications/test',
      {
        config,
        schema: {
          tags,
          summary: 'Send a task’s notification once as a test, saved or not',
          body: TestNotificationInput,
          response: { 202: DeliveryView },
        },
      },
      async (request, reply) => reply.code(202).send(await sendTaskTest(context, requireCaller(request), request.body)),
    )
    app.post(
      '/receiver-notifications/test',
      {
        config,
        schema: {
          tags,
          summary: 'Send a receiver’s notification once as a test, saved or not',
          body: TestReceiverNotificationInput,
          response: { 202: DeliveryView },
        },
      },
      async (request, reply) =>
        reply.code(202).send(await sendReceiverTest(context, requireCaller(request), request.body)),
    )
    app.get(
      '/deliveries/:id',
      {
        schema: { tags, summary: 'View what became of a delivery', params: IdParams, response: { 200: DeliveryView } },
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
