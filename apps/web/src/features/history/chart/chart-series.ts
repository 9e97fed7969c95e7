import type { ChartSource } from '@knockwire/domain/charts/chart'
import type { ExecutionRow, ExecutionView } from '@knockwire/domain/executions/execution'
import type { ReadJson } from './use-json-reader.ts'

/** A row, with its body where that is plotted. */
export type ChartedExecution = ExecutionRow & { response: { body?: string | null } | null }

/** One run on the chart. `value` null: nothing to plot, so the line has a gap there. */
export interface ChartPoint {
  id: string
  /** Epoch milliseconds. */
  at: number
  value: number | null
  isFailed: boolean
}

const numberText = /^\s*-?\d+(\.\d+)?\s*$/

/** Optional minus, digits, optional decimal part: what the text source can plot (TH-10). */
export const isNumberText = (text: string) => numberText.test(text)

const toNumber = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' && isNumberText(value) ? Number(value) : null
}

const valueAt = (
  execution: ChartedExecution,
  source: ChartSource,
  property: string,
  readJson: ReadJson | null,
): number | null => {
  switch (source) {
    case 'response_time':
      return execution.responseTimeMs
    case 'response_code':
      return execution.response?.statusCode ?? null
    case 'response_body_text':
      return toNumber(execution.response?.body)
    case 'response_body_json':
      return jsonValue(execution.response?.body ?? null, property, readJson)
  }
}

const jsonValue = (body: string | null, property: string, readJson: ReadJson | null): number | null => {
  if (readJson === null || body === null || property.trim() === '') return null
  return toNumber(readJson(body, property).value)
}

/** Oldest first, as a chart reads; runs that have not ended are left out. `readJson` is needed for JSON bodies alone. */
export const chartSeries = (
  executions: readonly ChartedExecution[],
  source: ChartSource,
  property: string,
  readJson: ReadJson | null,
): ChartPoint[] =>
  executions
    .filter((execution) => execution.status === 'SUCCEEDED' || execution.status === 'FAILED')
    .map((execution) => ({
      id: execution.id,
      at: Date.parse(execution.startedAt ?? execution.createdAt),
      value: valueAt(execution, source, property, readJson),
      isFailed: execution.status === 'FAILED',
    }))
    .toReversed()

/** Whether every loaded body can be plotted as text; executions without a response do not count. */
export const hasOnlyNumericBodies = (executions: readonly ExecutionView[]) =>
  executions.every((execution) => execution.response === null || isNumberText(execution.response.body ?? ''))

const hourMs = 3_600_000
const clock = { hour: '2-digit', minute: '2-digit' } as const

/** How a time axis names its moments: only as finely as its span needs. */
export const axisTime = (spanMs: number): ((at: Date) => string) => {
  const format = new Intl.DateTimeFormat(undefined, partsFor(spanMs))
  return (at) => format.format(at)
}

const partsFor = (spanMs: number): Intl.DateTimeFormatOptions => {
  if (spanMs >= 96 * hourMs) return { month: 'short', day: 'numeric' }
  if (spanMs >= 20 * hourMs) return { weekday: 'short', ...clock }
  return spanMs >= hourMs / 6 ? clock : { ...clock, second: '2-digit' }
}
