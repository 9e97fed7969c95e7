import { charts } from '@knockwire/db/schema/tasks'
import type { ChartView, UpdateChartInput } from '@knockwire/domain/charts/chart'
import { notFound } from '@knockwire/domain/errors'
import type { ApiContext, Caller } from '../../context.ts'
import { requireTask } from '../tasks/require-task.ts'
import { presentChart } from './presenter.ts'
import { type ChartKey, isChart } from './queries.ts'

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
