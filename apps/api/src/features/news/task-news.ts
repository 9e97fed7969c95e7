import { executions } from '@knockwire/db/schema/executions'
import type { TaskNews, TaskNewsQuery } from '@knockwire/domain/history/news'
import { AppError } from '@knockwire/domain/errors'
import type { SeriesView } from '@knockwire/domain/series/series'
import { eq, sql } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { findHead, readExecutions } from '../executions/read-executions.ts'
import { readHealth } from '../series/read-health.ts'
import { readSeries } from '../series/read-series.ts'
import { getTask } from '../tasks/read-tasks.ts'

interface ReadTaskNews {
  taskId: string
  query: TaskNewsQuery
}

/** What is new of a task: its rows, and where its state is another than the caller has seen, all else that its page shows. */
export const readTaskNews = async (context: ApiContext, caller: Caller, params: ReadTaskNews): Promise<TaskNews> => {
  const { taskId, query } = params
  const { rows, state } =
    query.after === undefined
      ? { rows: null, state: (await findHead(context.db, caller, params)).state }
      : await readExecutions(context, caller, params)
  if (state === query.seen) return { rows, state, changed: null }
  const [task, health, series] = await Promise.all([
    getTask(context, caller, { taskId }),
    readHealth(context, caller, { taskId }),
    readChart(context, caller, params),
  ])
  return { rows, state, changed: { task, health, series } }
}

const readChart = async (
  context: ApiContext,
  caller: Caller,
  { taskId, query: { chartRange, chartSource: source, size } }: ReadTaskNews,
): Promise<SeriesView | null> => {
  if (chartRange === undefined) return null
  const plotted = { source, property: '' }
  try {
    if (chartRange !== 'page')
      return await readSeries(context, caller, { taskId, query: { range: chartRange, ...plotted } })
    const newest = await selectNewest(context, taskId, size)
    if (newest.length === 0) return null
    return await readSeries(context, caller, { taskId, query: { range: '24h', executions: newest, ...plotted } })
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

const selectNewest = async ({ db }: ApiContext, taskId: string, limit: number): Promise<string[]> => {
  const rows = await db
    .select({ id: executions.id })
    .from(executions)
    .where(eq(executions.taskId, taskId))
    // The index is `nulls last`, and read in its order only by a query that orders the same way.
    .orderBy(sql`${executions.id} desc nulls last`)
    .limit(limit)
  return rows.map(({ id }) => id)
}
