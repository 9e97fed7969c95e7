import { z } from 'zod'
import { keyView } from '../definitions/described.ts'
import { Id } from '../id.ts'
import { bookmarkSources, chartSources } from './chart-sources.ts'

export const ChartSource = z.enum(chartSources)
export type ChartSource = z.infer<typeof ChartSource>

export const BookmarkSource = ChartSource.extract(bookmarkSources)
export type BookmarkSource = z.infer<typeof BookmarkSource>

/** A bookmark: a named way to plot a task's history. */
export const ChartView = z.object({
  id: Id,
  taskId: Id,
  name: z.string().max(100),
  source: BookmarkSource,
  property: z.string().max(512),
  ...keyView,
})
export type ChartView = z.infer<typeof ChartView>

const inputs = {
  name: z.string().trim().min(1, 'Enter a name.').max(100),
  source: BookmarkSource,
  property: ChartView.shape.property.default(''),
}

/** The task is named by the address; a body may repeat it. */
export const CreateChartInput = z.strictObject({ taskId: Id.optional(), ...inputs })
export type CreateChartInput = z.infer<typeof CreateChartInput>
export const UpdateChartInput = z.strictObject(inputs)
export type UpdateChartInput = z.infer<typeof UpdateChartInput>

export const ChartList = z.object({ results: z.array(ChartView) })

/** Bookmarks a task may have. */
export const maxCharts = 50
