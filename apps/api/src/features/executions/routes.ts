import { ExecutionListQuery, ExecutionPage, ExecutionWithPage } from '@knockwire/domain/executions/execution'
import { Id } from '@knockwire/domain/id'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { requireCaller } from '../../plugins/caller.ts'
import { getExecution } from './get-execution.ts'
import { listExecutions } from './list-executions.ts'

const params = z.object({ taskId: Id })
const executionParams = z.object({ taskId: Id, executionId: Id })
const tags = ['History']

export const executionRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/tasks/:taskId/executions',
      {
        schema: {
          tags,
          summary: 'List the executions of a task',
          params,
          querystring: ExecutionListQuery,
          response: { 200: ExecutionPage },
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
          summary: 'Get an execution and the page that it stands on',
          params: executionParams,
          response: { 200: ExecutionWithPage },
        },
      },
      (request) => getExecution(context, requireCaller(request), request.params),
    )
  }
