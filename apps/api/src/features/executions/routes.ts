import {
  DetailedExecutionPage,
  ExecutionExportQuery,
  ExecutionListQuery,
  ExecutionPage,
  ExecutionWithPage,
} from '@knockwire/domain/executions/execution'
import { FollowedExecutions, FollowExecutionsQuery } from '@knockwire/domain/history/follow'
import { RevealedHeaders } from '@knockwire/domain/headers/header-list'
import { Id } from '@knockwire/domain/id'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { fileResponse } from '../../plugins/openapi/openapi.ts'
import { requireCaller } from '../../plugins/route-config.ts'
import { sendHistory } from '../history/export/send-history.ts'
import { followedResponse, followDescription, LastEventId } from '../history/follow/describe-follow.ts'
import { type FollowTools, followOnce } from '../history/follow/follow-once.ts'
import { followStream, wantsStream } from '../history/follow/follow-stream.ts'
import { exportExecutions } from './export-executions.ts'
import { followedExecutions } from './follow-executions.ts'
import { getExecution, listExecutions } from './read-executions.ts'
import { revealResponseHeaders } from './reveal-response-headers.ts'

const params = z.object({ taskId: Id })
const executionParams = z.object({ taskId: Id, executionId: Id })
const tags = ['History']

export const executionRoutes =
  (tools: FollowTools): FastifyPluginAsyncZod =>
  async (app) => {
    const { context } = tools
    await app.register(exportRoute(context))
    await app.register(followRoute(tools))
    app.get(
      '/tasks/:taskId/executions',
      {
        schema: {
          tags,
          summary: 'List the executions of a task, as rows or, with `include=details`, whole',
          params,
          querystring: ExecutionListQuery,
          response: { 200: z.union([DetailedExecutionPage, ExecutionPage]) },
        },
      },
      (request) =>
        listExecutions(context, requireCaller(request), { taskId: request.params.taskId, query: request.query }),
    )

    app.get(
      '/tasks/:taskId/executions/:executionId',
      {
        schema: {
          tags,
          summary: 'Get an execution with its bodies, and the page it is on',
          params: executionParams,
          response: { 200: ExecutionWithPage },
        },
      },
      (request) => getExecution(context, requireCaller(request), request.params),
    )

    app.post(
      '/tasks/:taskId/executions/:executionId/reveal-headers',
      {
        schema: {
          tags,
          summary: 'Show the headers of an execution’s response with the values that are masked elsewhere',
          params: executionParams,
          response: { 200: RevealedHeaders },
        },
      },
      (request) => revealResponseHeaders(context, requireCaller(request), request.params),
    )
  }

const exportRoute =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/tasks/:taskId/executions/export',
      {
        schema: {
          tags,
          summary: 'Export the executions of a task, oldest first, as JSON lines or as an HTTP Archive',
          description:
            'Narrowed down by the filters of the list. A line is an execution as its details have it; a body that is no text is in base64. Secret headers are masked. At most 20 exports per hour.',
          params,
          querystring: ExecutionExportQuery,
          response: {
            200: fileResponse('JSON lines, or an HTTP Archive (HAR 1.2)', 'application/jsonl', 'application/json'),
          },
        },
      },
      async (request, reply) => {
        const { taskId } = request.params
        const file = await exportExecutions(context, requireCaller(request), { taskId, query: request.query })
        return sendHistory(reply, { file, name: 'executions', format: request.query.format, now: context.now() })
      },
    )
  }

const followRoute =
  (tools: FollowTools): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/tasks/:taskId/executions/follow',
      {
        schema: {
          tags,
          summary: 'Follow the executions of a task that have ended: those behind a cursor, or as they end',
          description: `${followDescription} Tests are among them. Notifications that are decided later are missing in a row. Secret headers are masked.`,
          params,
          querystring: FollowExecutionsQuery,
          headers: LastEventId,
          response: { 200: followedResponse(FollowedExecutions, 'execution') },
        },
      },
      async (request, reply) => {
        const following = followedExecutions(request.params.taskId)
        const call = { request, reply }
        if (wantsStream(request.headers.accept)) return followStream(tools, call, following, request.query)
        return (await followOnce(tools, call, following, request.query)) satisfies FollowedExecutions
      },
    )
  }
