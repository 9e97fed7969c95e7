import type { Transaction } from '@knockwire/db/client'
import { charts } from '@knockwire/db/schema/tasks'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { type ChartView, type CreateChartInput, maxCharts, type UpdateChartInput } from '@knockwire/domain/charts/chart'
import { AppError, notFound } from '@knockwire/domain/errors'
import { and, asc, count, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { lockTask, requireTask } from '../../access/owned/owned-task.ts'

const presentChart = ({ id, taskId, name, source, property }: typeof charts.$inferSelect): ChartView => ({
  id,
  taskId,
  name,
  source,
  property,
})

interface CreateChart {
  taskId: string
  input: Omit<CreateChartInput, 'taskId'>
}

export const createChart = (context: ApiContext, caller: Caller, { taskId, input }: CreateChart): Promise<ChartView> =>
  context.db.transaction(async (tx) => {
    await lockTask(tx, caller, taskId)
    await rejectTooMany(tx, taskId)
    const nowMs = context.now()
    const row = { ...input, taskId, id: uuidv7(nowMs), createdAt: new Date(nowMs) }
    await tx.insert(charts).values(row)
    return presentChart(row)
  })

/** Exact, since the task is locked: of two at once the second counts the first. */
const rejectTooMany = async (tx: Transaction, taskId: string) => {
  const [kept] = await tx.select({ count: count() }).from(charts).where(eq(charts.taskId, taskId))
  if ((kept?.count ?? 0) < maxCharts) return
  throw new AppError('CONFLICT', `A task has at most ${maxCharts} bookmarks. Delete one first.`)
}

interface ChartKey {
  taskId: string
  chartId: string
}

const isChart = ({ taskId, chartId }: ChartKey) => and(eq(charts.id, chartId), eq(charts.taskId, taskId))

/** In the order in which they were made. */
export const listCharts = async (
  context: ApiContext,
  caller: Caller,
  { taskId }: { taskId: string },
): Promise<{ results: ChartView[] }> => {
  await requireTask(context.db, caller, taskId)
  const rows = await context.db.select().from(charts).where(eq(charts.taskId, taskId)).orderBy(asc(charts.id))
  return { results: rows.map(presentChart) }
}

export const updateChart = async (
  context: ApiContext,
  caller: Caller,
  { input, ...key }: ChartKey & { input: UpdateChartInput },
): Promise<ChartView> => {
  await requireTask(context.db, caller, key.taskId)
  const [row] = await context.db.update(charts).set(input).where(isChart(key)).returning()
  if (row === undefined) throw notFound('bookmark')
  return presentChart(row)
}

export const deleteChart = async (context: ApiContext, caller: Caller, key: ChartKey): Promise<void> => {
  await requireTask(context.db, caller, key.taskId)
  const deleted = await context.db.delete(charts).where(isChart(key)).returning({ id: charts.id })
  if (deleted.length === 0) throw notFound('bookmark')
}
