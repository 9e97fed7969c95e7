import { AppError } from '@knockwire/domain/errors'
import type { FastifyRequest } from 'fastify'
import { PutReceiverInput } from '@knockwire/domain/definitions/definition'
import { ReceiverDefinitionView } from '@knockwire/domain/definitions/definition-views'
import { ReceiverInclude, pageOfReceiversIncluded, ReceiverWithIncluded } from '@knockwire/domain/definitions/included'
import { Id } from '@knockwire/domain/id'
import { DeletedManyView, DeleteManyInput } from '@knockwire/domain/delete-many'
import { HeartbeatChangeList } from '@knockwire/domain/heartbeats/heartbeat'
import { HeartbeatHistoryQuery, HeartbeatHistoryView } from '@knockwire/domain/heartbeats/heartbeat-history'
import { LearnedRhythmQuery, LearnedRhythmView } from '@knockwire/domain/heartbeats/learned/learned-rhythm'
import { CreatedView } from '@knockwire/domain/page'
import {
  CreateReceiverQuery,
  DeleteReceiverQuery,
  ReceiverDraftList,
  ReceiverListQuery,
  ReceiverPage,
  ReceiverView,
  SaveReceiverInput,
} from '@knockwire/domain/receivers/receiver'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { invalidRequest } from '../../plugins/error-handler.ts'
import { receiverFieldKeyOf } from '@knockwire/domain/receivers/field-keys'
import { digestSent, IfMatch, versionSent } from '../../plugins/request/if-match.ts'
import { requireCaller } from '../../plugins/route-config.ts'
import { deleteMany } from '../../delete-many.ts'
import { withIncludedOfReceivers } from '../definitions/included.ts'
import { saveReceiverDefinition } from '../definitions/one/save-one.ts'
import { createReceiver, duplicateReceiver } from './create-receiver.ts'
import type { FollowTools } from '../history/follow/follow-once.ts'
import { badgeRoutes } from './heartbeat/badge-routes.ts'
import { readHeartbeatHistory } from './heartbeat/heartbeat-history.ts'
import { readLearnedRhythm } from './heartbeat/learned-rhythm.ts'
import { listHeartbeatChanges } from './heartbeat/list-changes.ts'
import { historyRoutes } from './history/routes.ts'
import { deleteReceiver, getReceiver, listReceiverDrafts, listReceivers } from './receivers.ts'
import { validateReceiver, saveReceiver, setReceiverStatus } from './save-receiver.ts'

const params = z.object({ receiverId: Id })

/** An empty body is none, as in any other call. */
const emptyAsNone = async (request: FastifyRequest) => {
  const { body } = request
  if (body === null) throw new AppError('MALFORMED', 'The body must be an object.')
  if (body instanceof Object && !Array.isArray(body) && Object.keys(body).length === 0) request.body = undefined
}
const tags = ['Receivers']

const seenReceiver = (request: { params: { receiverId: string }; headers: IfMatch }) => ({
  receiverId: request.params.receiverId,
  version: versionSent(request.headers),
  digest: digestSent(request.headers),
})

export const receiverRoutes =
  (tools: FollowTools): FastifyPluginAsyncZod =>
  async (app) => {
    const { context } = tools
    app.get(
      '/receivers',
      {
        schema: {
          tags,
          summary: 'List receivers',
          querystring: ReceiverListQuery.extend(ReceiverInclude.shape),
          response: { 200: ReceiverPage.extend(pageOfReceiversIncluded) },
        },
      },
      async (request) => {
        const caller = requireCaller(request)
        const { include, ...query } = request.query
        const page = await listReceivers(context, caller, query)
        return { ...page, results: await withIncludedOfReceivers(context, caller, page.results, include) }
      },
    )
    app.post(
      '/receivers',
      {
        preValidation: emptyAsNone,
        schema: {
          tags,
          summary:
            'Create a whole receiver from a body; without one, an empty receiver, which with draft=true is not listed and does not count before it is activated',
          querystring: CreateReceiverQuery,
          body: PutReceiverInput.nullish(),
          response: { 201: z.union([ReceiverDefinitionView, CreatedView]) },
        },
      },
      async (request, reply) => {
        const caller = requireCaller(request)
        const { body: definition } = request
        if (!definition)
          return reply.code(201).send(await createReceiver(context, caller, { isDraft: request.query.draft }))
        const { view, etag } = await saveReceiverDefinition(context, caller, { found: null, definition })
        return reply.code(201).header('etag', etag).send(view)
      },
    )
    app.get(
      '/receivers/drafts',
      { schema: { tags, summary: 'List the receivers that are drafts', response: { 200: ReceiverDraftList } } },
      (request) => listReceiverDrafts(context, requireCaller(request)),
    )
    app.post(
      '/receivers/:receiverId/duplicate',
      { schema: { tags, summary: 'Copy a receiver', params, response: { 201: CreatedView } } },
      async (request, reply) =>
        reply.code(201).send(await duplicateReceiver(context, requireCaller(request), request.params)),
    )
    app.get(
      '/receivers/:receiverId',
      {
        schema: {
          tags,
          summary: 'Get a receiver',
          params,
          querystring: ReceiverInclude,
          response: { 200: ReceiverWithIncluded },
        },
      },
      async (request) => {
        const caller = requireCaller(request)
        const receiver = await getReceiver(context, caller, request.params)
        const [included = receiver] = await withIncludedOfReceivers(context, caller, [receiver], request.query.include)
        return included
      },
    )
    app.post(
      '/receivers/:receiverId',
      {
        config: { fieldKeyOf: receiverFieldKeyOf, reads: ReceiverView },
        attachValidation: true,
        schema: {
          tags,
          summary: 'Save a receiver',
          params,
          headers: IfMatch,
          body: SaveReceiverInput,
          response: { 200: ReceiverView },
        },
      },
      async (request) => {
        const caller = requireCaller(request)
        const rejection = invalidRequest(request.validationError, request)
        if (rejection !== null) return validateReceiver(context, caller, { rejection, body: request.body })
        const version = versionSent(request.headers, request.body)
        return saveReceiver(context, caller, { ...request.params, input: request.body, version })
      },
    )
    app.delete(
      '/receivers/:receiverId',
      {
        schema: {
          tags,
          summary: 'Delete a receiver that is not active, or any with deactivate=true',
          params,
          querystring: DeleteReceiverQuery,
          headers: IfMatch,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await deleteReceiver(context, requireCaller(request), { ...seenReceiver(request), ...request.query })
        return reply.code(204).send()
      },
    )
    app.post(
      '/receivers/delete',
      {
        schema: {
          tags,
          summary: 'Delete several receivers',
          body: DeleteManyInput,
          response: { 200: DeletedManyView },
        },
      },
      (request) => {
        const caller = requireCaller(request)
        const { ids, deactivate } = request.body
        return deleteMany(ids, (receiverId) => deleteReceiver(context, caller, { receiverId, deactivate }))
      },
    )
    app.post(
      '/receivers/:receiverId/lifecycle/activate',
      { schema: { tags, summary: 'Activate a receiver', params, headers: IfMatch, response: { 200: ReceiverView } } },
      (request) => setReceiverStatus(context, requireCaller(request), { ...seenReceiver(request), status: 'ACTIVE' }),
    )
    app.post(
      '/receivers/:receiverId/lifecycle/deactivate',
      { schema: { tags, summary: 'Deactivate a receiver', params, headers: IfMatch, response: { 200: ReceiverView } } },
      (request) => setReceiverStatus(context, requireCaller(request), { ...seenReceiver(request), status: 'DISABLED' }),
    )
    app.get(
      '/receivers/:receiverId/heartbeat/changes',
      {
        schema: {
          tags,
          summary: 'List the newest changes of a receiver’s heartbeat',
          params,
          response: { 200: HeartbeatChangeList },
        },
      },
      (request) => listHeartbeatChanges(context, requireCaller(request), request.params),
    )
    app.get(
      '/receivers/:receiverId/heartbeat/history',
      {
        schema: {
          tags,
          summary: 'Get a heartbeat’s uptime and durations over a time range',
          description:
            'When it was up, late and down, how often and for how long, by the changes that are kept, the newest 1,000: before them nothing is known. How long its runs took whose start was signalled, too, by the newest 5,000 requests, and by the changes where those are no longer stored. A run that took too long counts with the time after which it was, as long as no end of it is known.',
          params,
          querystring: HeartbeatHistoryQuery,
          response: { 200: HeartbeatHistoryView },
        },
      },
      (request) =>
        readHeartbeatHistory(context, requireCaller(request), { ...request.params, range: request.query.range }),
    )
    app.get(
      '/receivers/:receiverId/heartbeat/rhythm',
      {
        schema: {
          tags,
          summary: 'Get what a receiver’s requests say is usual',
          description:
            'What a receiver would learn from its requests of the last four weeks, by the hour of the week, and when it would have alerted in that time. Nothing is saved: try it before you save an expectation with the mode LEARNED, which needs 14 days of requests.',
          params,
          querystring: LearnedRhythmQuery,
          response: { 200: LearnedRhythmView },
        },
      },
      (request) => readLearnedRhythm(context, requireCaller(request), { ...request.params, ...request.query }),
    )
    await app.register(historyRoutes(tools))
    await app.register(badgeRoutes(context))
  }
