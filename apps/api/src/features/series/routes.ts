import { Id } from '@knockwire/domain/id'
import { SeriesQuery, SeriesView } from '@knockwire/domain/series/series'
import { TaskHealth } from '@knockwire/domain/tasks/task-health'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { requireCaller } from '../../plugins/route-config.ts'
import { PlannedRunsQuery, PlannedRunsView } from '@knockwire/domain/schedules/missed-runs'
import { readPlanned } from './read-planned.ts'
import { readHealth } from './read-health.ts'
import { readSeries } from './read-series.ts'

const params = z.object({ taskId: Id })
const tags = ['History']

export const seriesRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/tasks/:taskId/series',
      {
        schema: {
          tags,
          summary: 'Get a task’s executions over a time range, or of a page',
          description:
            'Counts, response times and uptime in buckets, for a chart, and the runs to plot: every one, or in longer ranges the last of each bucket. Kept for 90 days; `90d` begins with the first of them. A bucket without runs in which the schedule had one says whether the task was disabled or its runs were missed. Test runs are not counted. `executions` asks for these instead of a range.',
          params,
          querystring: SeriesQuery,
          response: { 200: SeriesView },
        },
      },
      (request) => readSeries(context, requireCaller(request), { taskId: request.params.taskId, query: request.query }),
    )

    app.get(
      '/tasks/:taskId/health',
      {
        schema: {
          tags,
          summary:
            'Get how a task is: whether and since when it fails or is up, its uptime and response times of 24 hours, and its last 60 runs',
          params,
          response: { 200: TaskHealth },
        },
      },
      (request) => readHealth(context, requireCaller(request), request.params),
    )

    app.get(
      '/tasks/:taskId/planned-runs',
      {
        schema: {
          tags,
          summary: 'List the planned times of a task that did not run, with why, and how late its runs started',
          description:
            'Each planned time of an active task either has its execution or is in one of these ranges: skipped since the execution before was still in flight, missed while the server was away, behind or paused by its operator, or dropped by a change of the task. Kept for 90 days.',
          params,
          querystring: PlannedRunsQuery,
          response: { 200: PlannedRunsView },
        },
      },
      (request) =>
        readPlanned(context, requireCaller(request), { taskId: request.params.taskId, query: request.query }),
    )
  }
