import { ChartList, ChartView, CreateChartInput, UpdateChartInput } from '@knockwire/domain/charts/chart'
import { AppError } from '@knockwire/domain/errors'
import { Id } from '@knockwire/domain/id'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { type FieldKeyOf, requireCaller } from '../../plugins/route-config.ts'
import { MergePatch, parsePatched } from '../../plugins/request/merge-patch.ts'
import { createChart, deleteChart, getChart, listCharts, updateChart } from './charts.ts'

const params = z.object({ taskId: Id })
const chartParams = z.object({ taskId: Id, chartId: Id })
/** The dialog's fields are called as the body's. */
const ownKey: FieldKeyOf = ([field]) => field
const config = { fieldKeyOf: ownKey }
const tags = ['Bookmarks']

export const chartRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/tasks/:taskId/charts',
      { schema: { tags, summary: 'List the bookmarks of a task', params, response: { 200: ChartList } } },
      (request) => listCharts(context, requireCaller(request), request.params),
    )

    app.post(
      '/tasks/:taskId/charts',
      {
        config,
        schema: { tags, summary: 'Create a bookmark', params, body: CreateChartInput, response: { 201: ChartView } },
      },
      async (request, reply) => {
        const { taskId } = request.params
        const { taskId: repeated = taskId, ...input } = request.body
        if (repeated !== taskId) throw new AppError('MALFORMED', 'The body and the address name different tasks.')
        return reply.code(201).send(await createChart(context, requireCaller(request), { taskId, input }))
      },
    )

    app.post(
      '/tasks/:taskId/charts/:chartId',
      {
        config: { ...config, reads: ChartView },
        schema: {
          tags,
          summary: 'Update a bookmark',
          params: chartParams,
          body: UpdateChartInput,
          response: { 200: ChartView },
        },
      },
      (request) => updateChart(context, requireCaller(request), { ...request.params, input: request.body }),
    )

    app.patch(
      '/tasks/:taskId/charts/:chartId',
      {
        config,
        schema: {
          tags,
          summary: 'Change some of a bookmark by a merge patch (RFC 7396)',
          params: chartParams,
          body: MergePatch,
          response: { 200: ChartView },
        },
      },
      async (request) => {
        const caller = requireCaller(request)
        const { id: _, taskId: _task, key: _key, ...stored } = await getChart(context, caller, request.params)
        const input = parsePatched(UpdateChartInput, stored, request.body)
        return updateChart(context, caller, { ...request.params, input })
      },
    )

    app.delete(
      '/tasks/:taskId/charts/:chartId',
      { schema: { tags, summary: 'Delete a bookmark', params: chartParams, response: { 204: z.undefined() } } },
      async (request, reply) => {
        await deleteChart(context, requireCaller(request), request.params)
        return reply.code(204).send()
      },
    )
  }
