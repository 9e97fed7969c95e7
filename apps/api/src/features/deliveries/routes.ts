import { deliveries } from '@knockwire/db/schema/notifications'
import { AppError, notFound } from '@knockwire/domain/errors'
import { DeliveryView } from '@knockwire/domain/notifications/delivery'
import { TestNotificationInput, TestReceiverNotificationInput } from '@knockwire/domain/notifications/notification'
import { IdParams } from '@knockwire/domain/page'
import { sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ApiContext, Caller } from '../../context.ts'
import { requireCaller } from '../../plugins/route-config.ts'
import { notificationFieldKeyOf } from '../notifications/field-keys.ts'
import { presentDelivery } from './load-deliveries.ts'
import { sendReceiverTest, sendTaskTest, throttleSending } from './send-test.ts'

const tags = ['Notifications']
const config = { fieldKeyOf: notificationFieldKeyOf }

const isMine = ({ accountId }: Caller, id: string) => and(eq(deliveries.id, id), eq(deliveries.accountId, accountId))

const viewDelivery = async ({ db }: ApiContext, caller: Caller, id: string): Promise<DeliveryView> => {
  const [found] = await db.select().from(deliveries).where(isMine(caller, id))
  if (found === undefined) throw notFound('delivery')
  return presentDelivery(found)
}

/** Sends what has failed once more, from its first attempt on; it counts against the plan again. */
const resendDelivery = async (context: ApiContext, caller: Caller, id: string): Promise<DeliveryView> => {
  const { status, type } = await viewDelivery(context, caller, id)
  await throttleSending(context, caller)
  const isOver = and(inArray(deliveries.status, ['FAILED', 'LIMIT_EXCEEDED']), ne(deliveries.occasion, 'TEST'))
  return context.db.transaction(async (tx) => {
    const [row] = await tx
      .update(deliveries)
      .set({ status: 'PENDING', attempts: 0, error: null, response: null, nextAttemptAt: null, counted: null })
      .where(and(isMine(caller, id), isOver))
      .returning()
    if (row === undefined)
      throw new AppError('CONFLICT', `Only what has failed can be sent again. This is ${status.toLowerCase()}.`)
    await sendDeliveries(context.queue, tx, [{ id, type, accountId: caller.accountId }])
    return presentDelivery(row)
  })
}

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
