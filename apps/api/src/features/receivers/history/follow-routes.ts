import { FollowedRequests, FollowRequestsQuery } from '@knockwire/domain/history/follow'
import { Id } from '@knockwire/domain/id'
import { RequestForwardInput, RequestForwardView } from '@knockwire/domain/receivers/forward'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { followedResponse, followDescription, LastEventId } from '../../history/follow/describe-follow.ts'
import { type FollowTools, followOnce } from '../../history/follow/follow-once.ts'
import { followStream, wantsStream } from '../../history/follow/follow-stream.ts'
import { requireCaller } from '../../../plugins/route-config.ts'
import { reportForward } from '../forwards/request-forwards.ts'
import { followedRequests } from './follow-requests.ts'
import { createRevealNotes } from './note-reveal.ts'

const params = z.object({ receiverId: Id })
const requestParams = z.object({ receiverId: Id, executionId: Id })
const tags = ['Receivers']

/** What a program needs that hands requests on, such as `knockwire listen`. */
export const followRoutes =
  (tools: FollowTools): FastifyPluginAsyncZod =>
  async (app) => {
    const { context } = tools
    const noteReveal = createRevealNotes(context)

    app.get(
      '/receivers/:receiverId/executions/follow',
      {
        schema: {
          tags,
          summary: 'Follow the requests of a receiver: what was recorded behind a cursor, or as it comes',
          description: `${followDescription} Secret headers are masked, but for an editor or a token that may write with \`reveal=headers\`, which the audit log notes once an hour.`,
          params,
          querystring: FollowRequestsQuery,
          headers: LastEventId,
          response: { 200: followedResponse(FollowedRequests, 'request') },
        },
      },
      async (request, reply) => {
        const { receiverId } = request.params
        const { reveal, ...query } = request.query
        const isRevealing = reveal === 'headers'
        const following = followedRequests(context, { receiverId, isRevealing })
        if (isRevealing) await noteReveal(requireCaller(request), receiverId)
        const call = { request, reply }
        if (wantsStream(request.headers.accept)) return followStream(tools, call, following, query)
        return (await followOnce(tools, call, following, query)) satisfies FollowedRequests
      },
    )

    app.post(
      '/receivers/:receiverId/executions/:executionId/forwards',
      {
        schema: {
          tags,
          summary: 'Report what a machine responded to a received request that was forwarded to it',
          description: 'The newest 10 of a request are kept, for 30 days, and shown with it.',
          params: requestParams,
          body: RequestForwardInput,
          response: { 201: RequestForwardView },
        },
      },
      async (request, reply) => {
        const input = { ...request.params, input: request.body }
        return reply.code(201).send(await reportForward(context, requireCaller(request), input))
      },
    )
  }
