import type { ChartSource } from '@knockwire/domain/charts/chart'
import { chartSources } from '@knockwire/domain/charts/chart-sources'
import type { SeriesRange } from '@knockwire/domain/series/series'
import { seriesRanges } from '@knockwire/domain/series/series-ranges'
import { type AddressState, readAddress, textParam, writeAddress } from '../../../lib/navigation/address-state.ts'
import { findOption } from '../../../lib/format/options.ts'
import { type RangeName, rangeNames as seriesRangeNames } from '../../../components/charts/range-names.ts'

/** A range of time, or `page`: the executions of the history's page. */
export type ChartRange = SeriesRange | 'page'

export const chartRanges: readonly ChartRange[] = ['page', ...seriesRanges]

/** What a chart shows, as the address of a history names it: `?range=7d&source=json&property=$.price`. */
export interface Charted {
  range: ChartRange
  source: ChartSource
  /** A JSON path; only of `response_body_json`. */
  property: string
}

export const sourceNames: Record<ChartSource, string> = {
  response_time: 'Response Time',
  response_code: 'Response Code',
  response_body_text: 'Response Body (Text)',
  response_body_json: 'Response Body (JSON)',
}

export const rangeNames: Readonly<Record<ChartRange, RangeName>> = {
  page: { short: 'This page', long: 'this page' },
  ...seriesRangeNames,
}

const hourMs = 3_600_000

export const rangeMs: Record<SeriesRange, number> = {
  '1h': hourMs,
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
  '90d': 90 * 24 * hourMs,
}

interface Beginning {
  /** Whether the page has all executions that there are. */
  isWholeHistory: boolean
  createdMs: number
  nowMs: number
}

/** What a chart shows at first: a young task's runs in the smallest range that holds them. */
export const firstRange = ({ isWholeHistory, createdMs, nowMs }: Beginning): ChartRange => {
  if (isWholeHistory) return 'page'
  return nowMs - createdMs < hourMs ? '1h' : '24h'
}

const namesOfSources: Record<ChartSource, string> = {
  response_time: 'time',
  response_code: 'code',
  response_body_text: 'text',
  response_body_json: 'json',
}

const sourceOf = (name: string | null): ChartSource =>
  chartSources.find((source) => namesOfSources[source] === name) ?? 'response_time'

const chartParams = {
  range: textParam<ChartRange>((text) => findOption(chartRanges, text) !== undefined),
  source: {
    read: sourceOf,
    write: (source: ChartSource) => (source === 'response_time' ? undefined : namesOfSources[source]),
  },
  property: { read: (text: string | null) => text ?? '', write: (property: string) => property || undefined },
}

type ChartAddress = AddressState<typeof chartParams>

const withoutStrayProperty = (charted: ChartAddress): ChartAddress =>
  charted.source === 'response_body_json' ? charted : { ...charted, property: '' }

/** Reads it; what is missing or not known is the response time, of a range that the chart chooses. */
export const chartedBy = (search: URLSearchParams): ChartAddress =>
  withoutStrayProperty(readAddress(chartParams, search))

/**
 * The query of an address with another chart, all else in it kept. "Chart this" at a value of a body is
 * `withChart(search, { source: 'response_body_json', property: path })`.
 */
export const withChart = (search: URLSearchParams, changes: Partial<ChartAddress>): URLSearchParams =>
  writeAddress(chartParams, withoutStrayProperty({ ...chartedBy(search), ...changes }), search)

/** What of a query belongs to the chart: it stays while one turns pages or opens a run. */
export const chartQueryOf = (search: URLSearchParams): string =>
  withChart(new URLSearchParams(), chartedBy(search)).toString()
