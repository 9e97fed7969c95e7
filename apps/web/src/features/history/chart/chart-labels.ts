import { milliseconds } from '@knockwire/domain/executions/milliseconds'
import type { ChartSource } from '@knockwire/domain/charts/chart'
import type { SeriesView } from '@knockwire/domain/series/series'
import { exactNumber, exactTime, minuteTime, outageText, percent } from '../../../lib/format/format.ts'
import { sourceNames } from './chart-address.ts'
import type { Chart, ChartPoint } from './chart-series.ts'

const counted = (count: number, one: string, many: string) => `${exactNumber(count)} ${count === 1 ? one : many}`

const executionsLabel = (count: number): string => counted(count, 'execution', 'executions')

/** A value with its unit. */
export const formatterOf = (source: ChartSource): ((value: number) => string) =>
  source === 'response_time' ? milliseconds : exactNumber

/** What the chart shows, in one sentence. */
export const chartLabel = (series: SeriesView, { points, isByRun }: Chart): string => {
  const name = sourceNames[series.source]
  if (!isByRun) return `${name} of ${executionsLabel(series.runs)}: median and 95th percentile`
  const isSample = series.points.kind === 'LAST_OF_EACH_BUCKET'
  return isSample ? `${name}: last execution of each interval` : `${name} of ${executionsLabel(points.length)}`
}

/** What a chart of single runs leaves out of its range; null where it leaves out nothing. */
export const omissionsOf = (series: SeriesView, { points, isByRun }: Chart): string | null => {
  if (!isByRun) return null
  const firstMs = points[0]?.at ?? Infinity
  const bucketMs = series.bucketSeconds * 1000
  const hasOlder = series.buckets.some(({ at, runs }) => runs > 0 && Date.parse(at) + bucketMs <= firstMs)
  const { unread } = series.points
  const omissions = [
    ...(hasOlder && points.length > 0
      ? [`Single executions are stored from ${exactTime(firstMs)} on. Earlier ones are not plotted.`]
      : []),
    ...(unread > 0
      ? [
          `${counted(unread, 'response is', 'responses are')} not plotted, because these bodies are too large to read all at once.`,
        ]
      : []),
  ]
  return omissions.length === 0 ? null : omissions.join(' ')
}

const problemsOf = ({ failures, httpErrors }: Pick<SeriesView, 'failures' | 'httpErrors'>): string[] => [
  ...(failures > 0 ? [`${exactNumber(failures)} failed`] : []),
  ...(httpErrors > 0 ? [counted(httpErrors, 'HTTP error', 'HTTP errors')] : []),
]

/** Null where there is none, or not all of them are known. */
const testsOf = ({ points }: SeriesView): string | null => {
  // Of the last runs of stretches of time none is plotted, and not all tests are among them.
  if (points.kind !== 'EVERY_RUN') return null
  const tests = points.results.filter(({ trigger }) => trigger === 'TEST').length
  return tests === 0 ? null : counted(tests, 'test', 'tests')
}

/** They count neither as runs nor as failures. */
const inconclusiveOf = ({ inconclusive }: SeriesView) =>
  inconclusive === 0 ? [] : [{ name: 'Inconclusive', value: exactNumber(inconclusive) }]

/** Of what is plotted. Codes have no order that means anything. */
const plottedFigures = (series: SeriesView): Figure[] => {
  const format = formatterOf(series.source)
  const { medianMs, p95Ms, range } = series
  if (series.source === 'response_code') return []
  if (series.source === 'response_time') {
    // Those of a day stand in the task's status block.
    if (range === '24h' || medianMs === null || p95Ms === null) return []
    return [
      { name: 'Median', value: format(medianMs) },
      { name: '95th percentile', value: format(p95Ms) },
    ]
  }
  const values = series.points.results.flatMap(({ value }) => value ?? [])
  const last = values.at(-1)
  if (last === undefined) return []
  return [
    { name: 'Last', value: format(last) },
    { name: 'Lowest', value: format(Math.min(...values)) },
    { name: 'Highest', value: format(Math.max(...values)) },
  ]
}

const uptimeOf = ({ range, uptimePercent }: SeriesView): Figure[] =>
  range === '24h' || range === 'page' || uptimePercent === null
    ? []
    : [{ name: 'Uptime', value: percent(uptimePercent) }]

interface Figure {
  /** Null where the value says what it is. */
  name: string | null
  value: string
}

/** What stands over the chart: figures of what it plots, and its runs. Tests are plotted, but count in none but their own. */
export const figuresOf = (series: SeriesView): Figure[] => {
  const problems = problemsOf(series).join(', ')
  const tests = testsOf(series)
  const counts = [
    ...(series.runs > 0 || tests === null
      ? [`${executionsLabel(series.runs)}${problems === '' ? '' : ` (${problems})`}`]
      : []),
    ...(tests === null ? [] : [tests]),
  ].join(' + ')
  return [
    ...plottedFigures(series),
    ...uptimeOf(series),
    ...(series.runs > 0 || tests !== null ? [{ name: null, value: counts }] : []),
    ...inconclusiveOf(series),
  ]
}

interface DescribedChart extends Pick<Chart, 'bands' | 'points'> {
  /** The task's. */
  timeZone: string | null
}

/** The same moment by the reader's clock and, where that differs, by the task's. */
const timesOf = (atMs: number, timeZone: string | null): string[] => {
  const here = exactTime(atMs)
  const there = timeZone === null ? here : exactTime(atMs, timeZone)
  return here === there ? [here] : [here, there]
}

export const valueOfPoint = ({ value, run, bucket }: ChartPoint, source: ChartSource): string => {
  if (run?.isInconclusive) return 'Inconclusive'
  if (value === null) return (run?.status === 'FAILED' ? 'Failed' : bucket && 'No response') || 'No number'
  return formatterOf(source)(value)
}

/** How the run of a point ended: its status code, or that it got none. */
export const resultOfPoint = ({ run }: ChartPoint): string =>
  run === null
    ? '–'
    : [
        run.statusCode ?? (run.isInconclusive ? 'Inconclusive' : 'Failed'),
        ...(run.trigger === 'TEST' ? ['test'] : []),
      ].join(', ')

/** Of a point that failed, for how long that went on; nothing of one that did not, or where only stretches of time are known. */
const outageOf = ({ at, tone }: ChartPoint, { bands, points }: Pick<Chart, 'bands' | 'points'>): string[] => {
  const band = tone === 'ok' ? undefined : bands.find(({ from, to }) => from <= at && at <= to)
  if (band === undefined) return []
  const last = points.at(-1)?.at ?? at
  const isOver = points.some((later) => later.at > at && later.tone === 'ok' && !later.run?.isInconclusive)
  if (!isOver) return [`Failing since ${minuteTime(band.from, last)}`]
  return [`Failing ${outageText({ fromMs: band.from, toMs: band.to, nowMs: last })}`]
}

export const describePoint = (point: ChartPoint, series: SeriesView, chart: DescribedChart) => {
  const { bucket, run, upper } = point
  const { timeZone } = chart
  if (bucket === null) {
    const code = run?.statusCode === null || series.source === 'response_code' ? [] : [`Status code ${run?.statusCode}`]
    const lines = [
      ...timesOf(point.at, timeZone),
      ...code,
      ...(run?.trigger === 'TEST' ? ['Test'] : outageOf(point, chart)),
    ]
    return { title: valueOfPoint(point, series.source), lines }
  }
  const format = formatterOf('response_time')
  const until = Date.parse(bucket.at) + series.bucketSeconds * 1000
  const title = point.value === null ? 'No response' : `Median ${format(point.value)}`
  const tail = upper === null ? [] : [`95th percentile ${format(upper)}`]
  const counts = [executionsLabel(bucket.runs), ...problemsOf(bucket)].join(', ')
  return { title, lines: [...tail, counts, `From ${exactTime(Date.parse(bucket.at))}`, `to ${exactTime(until)}`] }
}
