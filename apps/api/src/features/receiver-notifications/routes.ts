import {
  ReceiverNotificationList,
  ReceiverNotificationListQuery,
  ReceiverNotificationView,
  SaveReceiverNotificationInput,
} from '@knockwire/domain/notifications/notification'
import { IdParams } from '@knockwire/domain/page'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { IfMatch, versionSent } from '../../plugins/if-match.ts'
import { requireCaller } from '../../plugins/route-config.ts'
import { notificationFieldKeyOf } from '../notifications/field-keys.ts'
import {
  createReceiverNotification,
  deleteReceiverNotification,
  listReceiverNotifications,
  updateReceiverNotification,
} from './receiver-notifications.ts'

const tags = ['Notifications']
const config = { fieldKeyOf: notificationFieldKeyOf }

export const receiverNotificationRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/receiver-notifications',
      {
        schema: {
          tags,
          summary: 'List the notifications of a receiver',
          querystring: ReceiverNotificationListQuery,
          response: { 200: ReceiverNotificationList },
        },
      },
      (request) => listReceiverNotifications(context, requireCaller(request), request.query),
    )
    app.post(
      '/receiver-notifications',
      {
        config,
        schema: {
          tags,
          summary: 'Create a notification of a receiver',
          body: SaveReceiverNotificationInput,
          response: { 201: ReceiverNotificationView },
        },
      },
      async (request, reply) =>
        reply.code(201).send(await createReceiverNotification(context, requireCaller(request), request.body)),
    )
    app.post(
      '/receiver-notifications/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Update a notification of a receiver',
          params: IdParams,
          headers: IfMatch,
          body: SaveReceiverNotificationInput,
          response: { 200: ReceiverNotificationView },
        },
      },
      (request) =>
        updateReceiverNotification(context, requireCaller(request), {
          id: request.params.id,
          input: request.body,
          version: versionSent(request.headers, request.body),
        }),
    )
    app.delete(
      '/receiver-notifications/:id',
      {
        schema: {
          tags,
          summary: 'Delete a notification of a receiver',
          params: IdParams,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await deleteReceiverNotification(context, requireCaller(request), request.params)
        return reply.code(204).send()
      },
    )
  }
