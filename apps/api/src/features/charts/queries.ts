import { charts } from '@knockwire/db/schema/tasks'
import { and, eq } from 'drizzle-orm'

export interface ChartKey {
  taskId: string
  chartId: string
}

export const isChart = ({ taskId, chartId }: ChartKey) => and(eq(charts.id, chartId), eq(charts.taskId, taskId))
