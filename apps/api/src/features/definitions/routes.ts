import { PutReceiverInput, PutTaskInput } from '@knockwire/domain/definitions/definition'
import {
  DefinitionListQuery,
  PatchQuery,
  ReceiverDefinitionPage,
  ReceiverDefinitionView,
  TaskDefinitionPage,
  TaskDefinitionView,
} from '@knockwire/domain/definitions/definition-views'
import { ReceiverWithIncluded, TaskWithIncluded } from '@knockwire/domain/definitions/included'
import { Key } from '@knockwire/domain/definitions/key'
import { Id } from '@knockwire/domain/id'
import { receiverFieldKeyOf } from '@knockwire/domain/receivers/field-keys'
import { taskFieldKeyOf } from '@knockwire/domain/tasks/field-keys'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { MergePatch } from '../../plugins/request/merge-patch.ts'
import { EntityTags, preconditionOf } from '../../plugins/request/if-match.ts'
import { requireCaller } from '../../plugins/route-config.ts'
import { patchReceiver, patchTask } from './one/patch-one.ts'
import {
  readReceiverDefinition,
  readTaskDefinition,
  saveReceiverDefinition,
  saveTaskDefinition,
  type SavedOne,
} from './one/save-one.ts'
import { projectRoutes } from './project/routes.ts'
import { readDefinitionRoutes } from './one/read-routes.ts'
import { listReceiverDefinitions, listTaskDefinitions } from './stored/list-definitions.ts'

const byKey = z.object({ key: Key })

const send = <View>(reply: FastifyReply, { view, etag }: SavedOne<View>) => reply.header('etag', etag).send(view)

export const definitionRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(taskDefinitionRoutes(context))
    await app.register(receiverDefinitionRoutes(context))
    await app.register(projectRoutes(context))
    await app.register(readDefinitionRoutes(context))
  }

const taskDefinitionRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    const tags = ['Tasks']
    const config = { fieldKeyOf: taskFieldKeyOf, reads: z.union([TaskDefinitionView, TaskWithIncluded]) }
    app.post(
      '/tasks',
      {
        config: { fieldKeyOf: taskFieldKeyOf },
        schema: {
          tags,
          summary: 'Create a whole task, with its notifications and bookmarks',
          body: PutTaskInput,
          response: { 201: TaskDefinitionView },
        },
      },
      async (request, reply) => {
        const save = { found: null, definition: request.body }
        return send(reply.code(201), await saveTaskDefinition(context, requireCaller(request), save))
      },
    )
    app.get(
      '/tasks/definitions',
      {
        schema: {
          tags,
          summary: 'List whole tasks, with their notifications and bookmarks, as a PUT takes them',
          querystring: DefinitionListQuery,
          response: { 200: TaskDefinitionPage },
        },
      },
      (request) => listTaskDefinitions(context, requireCaller(request), request.query),
    )
    app.get(
      '/tasks/by-key/:key',
      {
        schema: { tags, summary: 'Get a whole task by its key', params: byKey, response: { 200: TaskDefinitionView } },
      },
      async (request, reply) => send(reply, await readTaskDefinition(context, requireCaller(request), request.params)),
    )
    app.put(
      '/tasks/by-key/:key',
      {
        config,
        schema: {
          tags,
          summary: 'Create or replace a whole task by its key',
          params: byKey,
          headers: EntityTags,
          body: PutTaskInput,
          response: { 200: TaskDefinitionView, 201: TaskDefinitionView },
        },
      },
      async (request, reply) => {
        const { params: found, body: definition } = request
        const save = { found, definition, precondition: preconditionOf(request.headers) }
        const saved = await saveTaskDefinition(context, requireCaller(request), save)
        return send(reply.code(saved.isNew ? 201 : 200), saved)
      },
    )
    app.patch(
      '/tasks/:taskId',
      {
        config: { fieldKeyOf: taskFieldKeyOf },
        schema: {
          tags,
          summary: 'Change some of a task by a merge patch (RFC 7396) of its definition',
          params: z.object({ taskId: Id }),
          querystring: PatchQuery,
          headers: EntityTags,
          body: MergePatch,
          response: { 200: TaskDefinitionView },
        },
      },
      async (request, reply) => {
        const { params, body, headers, query } = request
        const patch = { id: params.taskId, patch: body, precondition: preconditionOf(headers), isDryRun: query.dryRun }
        return send(reply, await patchTask(context, requireCaller(request), patch))
      },
    )
  }

const receiverDefinitionRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    const tags = ['Receivers']
    const config = { fieldKeyOf: receiverFieldKeyOf, reads: z.union([ReceiverDefinitionView, ReceiverWithIncluded]) }
    app.get(
      '/receivers/definitions',
      {
        schema: {
          tags,
          summary: 'List whole receivers, with their notifications, as a PUT takes them',
          querystring: DefinitionListQuery,
          response: { 200: ReceiverDefinitionPage },
        },
      },
      (request) => listReceiverDefinitions(context, requireCaller(request), request.query),
    )
    app.get(
      '/receivers/by-key/:key',
      {
        schema: {
          tags,
          summary: 'Get a whole receiver by its key',
          params: byKey,
          response: { 200: ReceiverDefinitionView },
        },
      },
      async (request, reply) =>
        send(reply, await readReceiverDefinition(context, requireCaller(request), request.params)),
    )
    app.put(
      '/receivers/by-key/:key',
      {
        config,
        schema: {
          tags,
          summary: 'Create or replace a whole receiver by its key',
          params: byKey,
          headers: EntityTags,
          body: PutReceiverInput,
          response: { 200: ReceiverDefinitionView, 201: ReceiverDefinitionView },
        },
      },
      async (request, reply) => {
        const { params: found, body: definition } = request
        const save = { found, definition, precondition: preconditionOf(request.headers) }
        const saved = await saveReceiverDefinition(context, requireCaller(request), save)
        return send(reply.code(saved.isNew ? 201 : 200), saved)
      },
    )
    app.patch(
      '/receivers/:receiverId',
      {
        config: { fieldKeyOf: receiverFieldKeyOf },
        schema: {
          tags,
          summary: 'Change some of a receiver by a merge patch (RFC 7396) of its definition',
          params: z.object({ receiverId: Id }),
          querystring: PatchQuery,
          headers: EntityTags,
          body: MergePatch,
          response: { 200: ReceiverDefinitionView },
        },
      },
      async (request, reply) => {
        const { params, body, headers, query } = request
        const precondition = preconditionOf(headers)
        const patch = { id: params.receiverId, patch: body, precondition, isDryRun: query.dryRun }
        return send(reply, await patchReceiver(context, requireCaller(request), patch))
      },
    )
  }
