import {
  PreviewNotificationInput,
  PreviewReceiverNotificationInput,
  PreviewView,
} from '@knockwire/domain/notifications/preview'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ApiContext } from '../../../context.ts'
import { requireCaller } from '../../../plugins/route-config.ts'
import { previewReceiverNotification } from '../../receiver-notifications/preview-receiver-notification.ts'
import { previewFieldKeyOf } from '../field-keys.ts'
import { previewNotification } from './preview-notification.ts'

const tags = ['Notifications']
const config = { fieldKeyOf: previewFieldKeyOf }

export const previewRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/notifications/preview',
      {
        config,
        schema: {
          tags,
          summary: 'Render a task’s notification as it would tell of the newest execution',
          body: PreviewNotificationInput,
          response: { 200: PreviewView },
        },
      },
      (request) => previewNotification(context, requireCaller(request), request.body),
    )
    app.post(
      '/receiver-notifications/preview',
      {
        config,
        schema: {
          tags,
          summary: 'Render a receiver’s notification as it would tell of the newest request',
          body: PreviewReceiverNotificationInput,
          response: { 200: PreviewView },
        },
      },
      (request) => previewReceiverNotification(context, requireCaller(request), request.body),
    )
  }
