import {
  NotificationList,
  NotificationListQuery,
  NotificationView,
  SaveNotificationInput,
} from '@knockwire/domain/notifications/notification'
import { IdParams } from '@knockwire/domain/page'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { IfMatch, versionSent } from '../../plugins/if-match.ts'
import { requireCaller } from '../../plugins/route-config.ts'
import { createNotification, deleteNotification, listNotifications, updateNotification } from './notifications.ts'
import { notificationFieldKeyOf } from './field-keys.ts'

const tags = ['Notifications']
const config = { fieldKeyOf: notificationFieldKeyOf }

export const notificationRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/notifications',
      {
        schema: {
          tags,
          summary: 'List the notifications of a task',
          querystring: NotificationListQuery,
          response: { 200: NotificationList },
        },
      },
      (request) => listNotifications(context, requireCaller(request), request.query),
    )
    app.post(
      '/notifications',
      {
        config,
        schema: {
          tags,
          summary: 'Create a notification of a task',
          body: SaveNotificationInput,
          response: { 201: NotificationView },
        },
      },
      async (request, reply) =>
        reply.code(201).send(await createNotification(context, requireCaller(request), request.body)),
    )
    app.post(
      '/notifications/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Update a notification of a task',
          params: IdParams,
          headers: IfMatch,
          body: SaveNotificationInput,
          response: { 200: NotificationView },
        },
      },
      (request) =>
        updateNotification(context, requireCaller(request), {
          id: request.params.id,
          input: request.body,
          version: versionSent(request.headers, request.body),
        }),
    )
    app.delete(
      '/notifications/:id',
      {
        schema: {
          tags,
          summary: 'Delete a notification of a task',
          params: IdParams,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await deleteNotification(context, requireCaller(request), request.params)
        return reply.code(204).send()
      },
    )
  }
