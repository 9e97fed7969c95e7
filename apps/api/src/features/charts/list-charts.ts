import { charts } from '@knockwire/db/schema/tasks'
import type { ChartView } from '@knockwire/domain/charts/chart'
import { asc, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { requireTask } from '../tasks/require-task.ts'
import { presentChart } from './presenter.ts'

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
