import { charts } from '@knockwire/db/schema/tasks'
import { notFound } from '@knockwire/domain/errors'
import type { ApiContext, Caller } from '../../context.ts'
import { requireTask } from '../tasks/require-task.ts'
import { type ChartKey, isChart } from './queries.ts'

export const deleteChart = async (context: ApiContext, caller: Caller, key: ChartKey): Promise<void> => {
  await requireTask(context.db, caller, key.taskId)
  const deleted = await context.db.delete(charts).where(isChart(key)).returning({ id: charts.id })
  if (deleted.length === 0) throw notFound('bookmark')
}
