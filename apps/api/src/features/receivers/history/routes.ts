import { RevealedHeaders } from '@knockwire/domain/headers/header-list'
import { Id } from '@knockwire/domain/id'
import {
  ReceivedRequestListQuery,
  ReceivedRequestPage,
  ReceivedRequestWithPage,
} from '@knockwire/domain/receivers/receiver'
import { RejectedRequestsView } from '@knockwire/domain/receivers/rejections'
import { ReplayInput, ReplayView } from '@knockwire/domain/receivers/replay'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type FieldKeyOf, requireCaller } from '../../../plugins/route-config.ts'
import type { FollowTools } from '../../history/follow/follow-once.ts'
import { createReplayClient, replayRequest } from '../replay/replay-request.ts'
import { followRoutes } from './follow-routes.ts'
import { getRequest, listRequests, revealRequestHeaders } from './received-requests.ts'
import { countRejectedRequests } from './rejected-requests.ts'
import { wholeHistoryRoutes } from './whole-history-routes.ts'

const params = z.object({ receiverId: Id })
const requestParams = z.object({ receiverId: Id, executionId: Id })
const tags = ['Receivers']
const fieldKeyOf: FieldKeyOf = ([field]) => field

export const historyRoutes =
  (tools: FollowTools): FastifyPluginAsyncZod =>
  async (app) => {
    const { context } = tools
    const client = createReplayClient(context.settings)
    app.addHook('onClose', () => client.close())
    await app.register(wholeHistoryRoutes(context))
    await app.register(followRoutes(tools))

    app.get(
      '/receivers/:receiverId/executions',
      {
        schema: {
          tags,
          summary: 'List the requests of a receiver',
          params,
          querystring: ReceivedRequestListQuery,
          response: { 200: ReceivedRequestPage },
        },
      },
      (request) =>
        listRequests(context, requireCaller(request), { receiverId: request.params.receiverId, query: request.query }),
    )

    app.get(
      '/receivers/:receiverId/rejected',
      {
        schema: {
          tags,
          summary: 'Count the requests that a receiver rejected, by reason',
          params,
          response: { 200: RejectedRequestsView },
        },
      },
      (request) => countRejectedRequests(context, requireCaller(request), request.params),
    )

    app.get(
      '/receivers/:receiverId/executions/:executionId',
      {
        schema: {
          tags,
          summary: 'Get a received request with its bodies, and the page it is on',
          params: requestParams,
          response: { 200: ReceivedRequestWithPage },
        },
      },
      (request) => getRequest(context, requireCaller(request), request.params),
    )

    app.post(
      '/receivers/:receiverId/executions/:executionId/reveal-headers',
      {
        schema: {
          tags,
          summary: 'Show the headers of a received request with the values that are masked elsewhere',
          params: requestParams,
          response: { 200: RevealedHeaders },
        },
      },
      (request) => revealRequestHeaders(context, requireCaller(request), request.params),
    )

    app.post(
      '/receivers/:receiverId/executions/:executionId/replay',
      {
        config: { fieldKeyOf },
        schema: {
          tags,
          summary: 'Send a received request again, to your own URL',
          params: requestParams,
          body: ReplayInput,
          response: { 200: ReplayView },
        },
      },
      (request) => replayRequest(context, client, requireCaller(request), { ...request.params, input: request.body }),
    )
  }
