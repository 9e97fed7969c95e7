import type { ExecutionRow } from '@knockwire/domain/executions/execution'
import type { SeriesView } from '@knockwire/domain/series/series'
import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { executions } from '../builders/execution.ts'
import { series } from '../builders/series.ts'
import { task } from '../builders/task.ts'
import { server } from '../network.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { openPage } from '../open-page.tsx'
import { serveExecutions } from '../serve-executions.ts'

export const chart = page.getByRole('slider', { name: /^Response/ })
export const source = page.getByLabelText('Source')
export const property = page.getByRole('textbox', { name: 'Property' })
export const tooltip = () => document.querySelector('[data-tooltip]')

export const openChart = async (shown: readonly ExecutionRow[], query = '') => {
  const served = serveExecutions(task(), ...shown)
  await openPage(`${paths.history({ kind: 'task', id: task().id })}${query}`)
  await expect.element(page.getByRole('region', { name: 'Chart' })).toBeVisible()
  return served
}

/** The chart shows what each property, or other source, has at each execution, the oldest first. */
export const serveValues = (valuesOf: (query: URLSearchParams) => (number | null)[] | Partial<SeriesView>) =>
  server.get('/tasks/:id/series', 'SeriesView', ({ query }) => {
    const values = valuesOf(query)
    if (!Array.isArray(values)) return series(executions(3), query, values)
    const view = series(executions(values.length), query)
    const results = view.points.results.map((point, index) => ({ ...point, value: values[index] ?? null }))
    return { ...view, points: { ...view.points, results } }
  })

/** What the arrow keys announce of each point, the newest first. */
export const plotted = async (slider: Locator, count: number): Promise<(string | undefined)[]> => {
  await expect.element(slider).toBeVisible()
  ;(slider.element() as SVGElement).blur()
  ;(slider.element() as SVGElement).focus()
  const values: (string | undefined)[] = []
  for (let point = 0; point < count; point += 1) {
    await userEvent.keyboard('{ArrowLeft}')
    values.push(tooltip()?.querySelector('strong')?.textContent)
  }
  return values
}
