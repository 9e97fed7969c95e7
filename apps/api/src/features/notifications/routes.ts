import { CopyNotificationInput, NotificationCopiesView } from '@knockwire/domain/notifications/copies'
import { DeliveryView } from '@knockwire/domain/notifications/deliveries/delivery'
import { MuteInput } from '@knockwire/domain/notifications/mute'
import { ExecutionPreviewList, PreviewExecutionInput, PreviewView } from '@knockwire/domain/notifications/preview'
import { IdParams } from '@knockwire/domain/page'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { MergePatch } from '../../plugins/request/merge-patch.ts'
import { IfMatch, versionSent } from '../../plugins/request/if-match.ts'
import { requireCaller } from '../../plugins/route-config.ts'
import { notificationFieldKeyOf, previewFieldKeyOf } from '@knockwire/domain/notifications/field-keys'
import { muteNotification, unmuteNotification } from './mute.ts'
import {
  createNotification,
  deleteNotification,
  listNotifications,
  patchNotification,
  updateNotification,
} from './notifications.ts'
import type { NotificationOwner, OwnerShapes } from './owner.ts'
import { previewNotification } from './preview.ts'
import { receiverOwner } from './receiver/receiver-owner.ts'
import { sendTest } from './send-test.ts'
import { copyNotification } from './task/copy-notification.ts'
import { previewExecution } from './task/preview-execution.ts'
import { taskOwner } from './task/task-owner.ts'

export const notificationRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(routesOf(context, taskOwner))
    await app.register(previewExecutionRoute(context))
    await app.register(routesOf(context, receiverOwner))
    await app.register(copyRoutes(context))
  }

const copyRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      `${taskOwner.path}/:id/copies`,
      {
        schema: {
          tags,
          summary: 'Copy a notification of a task to other tasks',
          params: IdParams,
          body: CopyNotificationInput,
          response: { 200: NotificationCopiesView },
        },
      },
      (request) => copyNotification(context, requireCaller(request), { ...request.params, ...request.body }),
    )
  }

const tags = ['Notifications']
const config = { fieldKeyOf: notificationFieldKeyOf }

/** What Fastify has validated by the schema, with its type: it infers none from a schema that is generic here. */
const validated = <T>(part: unknown, _schema: z.ZodType<T>): T => part as T

/** The calls about the notifications of one kind of owner. */
const routesOf =
  <Shapes extends OwnerShapes>(context: ApiContext, owner: NotificationOwner<Shapes>): FastifyPluginAsyncZod =>
  async (app) => {
    const { name, path, event, schemas } = owner
    app.get(
      path,
      {
        schema: {
          tags,
          summary: `List the notifications of a ${name}, or those of all ${name}s`,
          querystring: schemas.ListQuery,
          response: { 200: schemas.List },
        },
      },
      (request) =>
        listNotifications(context, requireCaller(request), owner, validated(request.query, schemas.ListQuery)),
    )
    app.post(
      path,
      {
        config,
        schema: {
          tags,
          summary: `Create a notification of a ${name}`,
          body: schemas.Save,
          response: { 201: schemas.View },
        },
      },
      async (request, reply) => {
        const input = validated(request.body, schemas.Save)
        return reply.code(201).send(await createNotification(context, requireCaller(request), owner, input))
      },
    )
    app.post(
      `${path}/:id`,
      {
        config: { ...config, reads: schemas.View },
        schema: {
          tags,
          summary: `Update a notification of a ${name}`,
          params: IdParams,
          headers: IfMatch,
          body: schemas.Save,
          response: { 200: schemas.View },
        },
      },
      (request) => {
        const input = validated(request.body, schemas.Save)
        const version = versionSent(request.headers, input)
        return updateNotification(context, requireCaller(request), owner, { id: request.params.id, input, version })
      },
    )
    app.patch(
      `${path}/:id`,
      {
        config,
        schema: {
          tags,
          summary: `Change some of a notification of a ${name} by a merge patch (RFC 7396)`,
          params: IdParams,
          headers: IfMatch,
          body: MergePatch,
          response: { 200: schemas.View },
        },
      },
      (request) => {
        const { params, body: patch, headers } = request
        const change = { id: params.id, patch, version: versionSent(headers) }
        return patchNotification(context, requireCaller(request), owner, change)
      },
    )
    app.delete(
      `${path}/:id`,
      {
        schema: {
          tags,
          summary: `Delete a notification of a ${name}`,
          params: IdParams,
          headers: IfMatch,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        const seen = { id: request.params.id, version: versionSent(request.headers) }
        await deleteNotification(context, requireCaller(request), owner, seen)
        return reply.code(204).send()
      },
    )
    app.post(
      `${path}/:id/mute`,
      {
        schema: {
          tags,
          summary: `Mute a notification of a ${name}`,
          params: IdParams,
          headers: IfMatch,
          body: MuteInput,
          response: { 200: schemas.View },
        },
      },
      (request) => {
        const seen = { id: request.params.id, version: versionSent(request.headers) }
        return muteNotification(context, requireCaller(request), owner, { ...seen, input: request.body })
      },
    )
    app.post(
      `${path}/:id/unmute`,
      {
        schema: {
          tags,
          summary: `Unmute a notification of a ${name}`,
          params: IdParams,
          headers: IfMatch,
          response: { 200: schemas.View },
        },
      },
      (request) => {
        const seen = { id: request.params.id, version: versionSent(request.headers) }
        return unmuteNotification(context, requireCaller(request), owner, seen)
      },
    )
    app.post(
      `${path}/preview`,
      {
        config: { fieldKeyOf: previewFieldKeyOf },
        schema: {
          tags,
          summary: `Render a ${name}’s notification for the latest ${event}`,
          body: schemas.Preview,
          response: { 200: PreviewView },
        },
      },
      (request) =>
        previewNotification(context, requireCaller(request), owner, validated(request.body, schemas.Preview)),
    )
    app.post(
      `${path}/test`,
      {
        config,
        schema: {
          tags,
          summary: `Send a ${name}’s notification once as a test, saved or not`,
          body: schemas.Test,
          response: { 202: DeliveryView },
        },
      },
      async (request, reply) => {
        const input = validated(request.body, schemas.Test)
        return reply.code(202).send(await sendTest(context, requireCaller(request), owner, input))
      },
    )
  }

const previewExecutionRoute =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/notifications/preview-execution',
      {
        schema: {
          tags,
          summary: 'Preview what an execution would send through each notification of its task',
          description: 'Of the notifications as they are now. Nothing is sent.',
          body: PreviewExecutionInput,
          response: { 200: ExecutionPreviewList },
        },
      },
      (request) => previewExecution(context, requireCaller(request), request.body),
    )
  }
