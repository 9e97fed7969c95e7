import type { charts } from '@knockwire/db/schema/tasks'
import type { ChartView } from '@knockwire/domain/charts/chart'

export const presentChart = ({ id, taskId, name, source, property }: typeof charts.$inferSelect): ChartView => ({
  id,
  taskId,
  name,
  source,
  property,
})
