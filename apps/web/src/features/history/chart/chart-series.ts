import type { SeriesBucket, SeriesGap, SeriesPoint, SeriesView } from '@knockwire/domain/series/series'
import type { ChartGap } from '../../../components/charts/line-chart.tsx'
import type { PlotPoint } from '../../../components/charts/plot-points.ts'
import { timeFormat } from '../../../lib/format.ts'

/** A point of the chart: one run, or what several runs came to. */
export interface ChartPoint extends PlotPoint {
  /** What opens when it is clicked: the run, or the last one of several; null where its history is no longer kept. */
  runId: string | null
  /** Null for one run. */
  bucket: SeriesBucket | null
  run: SeriesPoint | null
}

export interface Chart {
  points: ChartPoint[]
  gaps: ChartGap[]
  /** What the axis covers, in epoch milliseconds. */
  from: number
  to: number
  /** Whether the axis begins where the runs do, visibly later than the range: by more than a tenth of it. */
  isShortened: boolean
  /** Whether its points are runs; else each is the median and the 95th percentile of a stretch of time. */
  isByRun: boolean
}

/**
 * What is drawn of a series. Response times are drawn by stretches of time where there are more runs than points, all other
 * sources by run. `nowMs`: when the series was fetched.
 */
export const chartOf = (series: SeriesView, nowMs: number): Chart => {
  const isByRun = series.source !== 'response_time' || scheduledOf(series) >= series.runs
  const bucketMs = series.bucketSeconds * 1000
  const gaps = gapsOf(series.buckets, bucketMs)
  const [fromMs, to] = [Date.parse(series.from), Math.min(Date.parse(series.to), nowMs)]
  const points = (isByRun ? pointsByRun(series) : pointsByBucket(series, to)).map((point, index, all) => {
    const before = all[index - 1]
    const isAfterGap = before !== undefined && gaps.some((gap) => gap.from < point.at && gap.to > before.at)
    return { ...point, isAfterGap }
  })
  const from = startOf(series, points, fromMs, to)
  return { points, gaps, from, to, isShortened: (from - fromMs) * 10 > to - fromMs, isByRun }
}

const scheduledOf = ({ points }: SeriesView) => points.results.filter(({ trigger }) => trigger === 'SCHEDULE').length

/** Where nothing ever ran before it, the axis begins shortly before the first point: few runs are not squeezed to its end. */
const startOf = (series: SeriesView, points: readonly ChartPoint[], fromMs: number, toMs: number): number => {
  const first = points[0]?.at
  if (first === undefined) return fromMs
  const hasMoreBefore = series.buckets.some(
    ({ at, runs, gap }) => (runs > 0 || gap !== null) && Date.parse(at) + series.bucketSeconds * 1000 <= first,
  )
  if (hasMoreBefore) return fromMs
  const least = toMs - (toMs - fromMs) / 24
  return Math.max(fromMs, Math.min(least, first - (toMs - first) / 20))
}

const toneOf = ({ failures, httpErrors }: { failures: number; httpErrors: number }): PlotPoint['tone'] => {
  if (failures > 0) return 'bad'
  return httpErrors > 0 ? 'warn' : 'ok'
}

const pointsByRun = ({ points }: SeriesView): ChartPoint[] =>
  points.results.map((run) => ({
    id: run.executionId,
    at: Date.parse(run.at),
    value: run.value,
    upper: null,
    tone: toneOf({
      failures: run.status === 'FAILED' && !run.isInconclusive ? 1 : 0,
      httpErrors: (run.statusCode ?? 0) >= 400 ? 1 : 0,
    }),
    isAfterGap: false,
    runId: run.executionId,
    bucket: null,
    run,
  }))

const pointsByBucket = ({ buckets, bucketSeconds, points }: SeriesView, endMs: number): ChartPoint[] => {
  const bucketMs = bucketSeconds * 1000
  const bucketOf = (at: string) => Math.floor(Date.parse(at) / bucketMs) * bucketMs
  const lastRunIn = new Map(points.results.map(({ at, executionId }) => [bucketOf(at), executionId]))
  return buckets
    .filter(({ runs }) => runs > 0)
    .map((bucket) => ({
      id: bucket.at,
      at: Math.min(Date.parse(bucket.at) + bucketMs / 2, endMs),
      value: bucket.medianMs,
      upper: bucket.p95Ms,
      tone: toneOf(bucket),
      isAfterGap: false,
      runId: lastRunIn.get(bucketOf(bucket.at)) ?? null,
      bucket,
      run: null,
    }))
}

/** Neighbouring buckets without runs, for the same reason, are one gap. */
const gapsOf = (buckets: readonly SeriesBucket[], bucketMs: number): ChartGap[] => {
  const gaps: ChartGap[] = []
  for (const { at, gap, runs, inconclusive } of buckets) {
    const reason = runs === 0 && inconclusive > 0 ? 'INCONCLUSIVE' : gap
    if (reason === null) continue
    const from = Date.parse(at)
    const kind = reason === 'MISSED' ? 'lack' : 'pause'
    const last = gaps.at(-1)
    const label = gapLabels[reason]
    if (last?.to === from && last.label === label) last.to = from + bucketMs
    else gaps.push({ from, to: from + bucketMs, kind, label })
  }
  return gaps
}

const gapLabels: Record<SeriesGap | 'INCONCLUSIVE', string> = {
  DISABLED: 'Disabled',
  MISSED: 'Missed',
  INCONCLUSIVE: 'Inconclusive',
}

/** Whether every body of the range can be plotted as text; executions without a response do not count (TH-10). */
export const hasOnlyNumericBodies = ({ points }: SeriesView): boolean =>
  points.results.every(({ status, value }) => status === 'FAILED' || value !== null)

/** What of a chart its figures do not name, in the order of a legend. */
export type LegendKey = 'first' | 'warn' | 'bad' | 'lack' | 'pause' | 'inconclusive'

export const legendOf = ({
  points,
  gaps,
  isShortened,
}: Pick<Chart, 'points' | 'gaps' | 'isShortened'>): LegendKey[] => {
  const isThere: Record<LegendKey, boolean> = {
    first: isShortened,
    warn: points.some(({ tone, value }) => tone === 'warn' && value !== null),
    bad: points.some(({ tone }) => tone === 'bad'),
    lack: gaps.some(({ kind }) => kind === 'lack'),
    pause: gaps.some(({ label }) => label === gapLabels.DISABLED),
    inconclusive: gaps.some(({ label }) => label === gapLabels.INCONCLUSIVE),
  }
  return (Object.keys(isThere) as LegendKey[]).filter((key) => isThere[key])
}

const hourMs = 3_600_000
const clock = { hour: 'numeric', minute: '2-digit' } as const

/** How a time axis names its moments: only as finely as its span needs. */
export const axisTime = (spanMs: number): ((at: Date) => string) => {
  const format = timeFormat(partsFor(spanMs))
  return (at) => format.format(at)
}

const partsFor = (spanMs: number): Intl.DateTimeFormatOptions => {
  if (spanMs >= 96 * hourMs) return { month: 'short', day: 'numeric' }
  if (spanMs >= 20 * hourMs) return { weekday: 'short', ...clock }
  return spanMs >= hourMs / 6 ? clock : { ...clock, second: '2-digit' }
}
