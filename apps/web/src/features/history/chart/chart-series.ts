import type { SeriesBucket, SeriesGap, SeriesPoint, SeriesView } from '@knockwire/domain/series/series'
import type { ChartBand, ChartGap } from '../../../components/charts/chart-marks.tsx'
import type { PlotPoint } from '../../../components/charts/plot-points.ts'
import { rangeMs } from './chart-address.ts'
import type { PageRun } from './series-query.ts'

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
  /** Where the runs failed, or got responses of 400 or above. */
  bands: ChartBand[]
  /** What the axis covers, in epoch milliseconds: the range, or the page from its first execution to its last. */
  from: number
  to: number
  /** Whether its points are runs; else each is the median and the 95th percentile of a stretch of time. */
  isByRun: boolean
}

/**
 * What is drawn of a series. Response times are drawn by stretches of time where there are more runs than points, all other
 * sources by run. `nowMs`: when the series was fetched; `runs`: those of the page, which are marked in a range of time.
 */
export const chartOf = (series: SeriesView, nowMs: number, runs: readonly PageRun[]): Chart => {
  const isByRun = series.source !== 'response_time' || scheduledOf(series) >= series.runs
  const bucketMs = series.bucketSeconds * 1000
  const gaps = gapsOf(series.buckets, bucketMs)
  const now = Math.min(Date.parse(series.to), nowMs)
  const isListed = listedIn(series, runs)
  const points = (isByRun ? pointsByRun(series) : pointsByBucket(series, now)).map((point, index, all) => {
    const before = all[index - 1]
    const isAfterGap = before !== undefined && gaps.some((gap) => gap.from < point.at && gap.to > before.at)
    return { ...point, isAfterGap, isListed: isListed(point) }
  })
  const axis = axisOf(series)
  return {
    points,
    gaps,
    bands: isByRun ? bandsOf(points, series.range === 'page' ? axis.to : now) : bandsOfBuckets(series),
    ...axis,
    isByRun,
  }
}

/** Milliseconds around one execution alone. */
const leastSpanMs = 60_000

/** 24 hours are 24 hours, however many of them had runs; a page has a little room at both ends. */
const axisOf = ({ range, from, to }: SeriesView): Pick<Chart, 'from' | 'to'> => {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  if (range !== 'page') return { from: toMs - rangeMs[range], to: toMs }
  const room = Math.max(leastSpanMs - (toMs - fromMs), (toMs - fromMs) * 0.02) / 2
  return { from: fromMs - room, to: toMs + room }
}

/** Whether a point is, or holds, an execution of the page; of a page all are, and none is marked. */
const listedIn = ({ range, bucketSeconds }: SeriesView, runs: readonly PageRun[]) => {
  const ids = new Set(runs.map(({ id }) => id))
  const times = runs.map(({ at }) => Date.parse(at))
  return ({ runId, bucket }: ChartPoint): boolean => {
    if (range === 'page') return false
    if (bucket === null) return runId !== null && ids.has(runId)
    const fromMs = Date.parse(bucket.at)
    return times.some((at) => at >= fromMs && at < fromMs + bucketSeconds * 1000)
  }
}

/** The point of an execution that is pointed at in the table: itself, or the stretch of time that it belongs to. */
export const pointOf = (
  { points }: Chart,
  { bucketSeconds }: SeriesView,
  markedId: string | null,
  runs: readonly PageRun[],
): string | null => {
  const at = runs.find(({ id }) => id === markedId)?.at
  if (at === undefined) return markedId
  const atMs = Date.parse(at)
  const holds = ({ bucket }: ChartPoint) =>
    bucket !== null && atMs >= Date.parse(bucket.at) && atMs < Date.parse(bucket.at) + bucketSeconds * 1000
  return points.find(holds)?.id ?? markedId
}

/** From the first run that failed to the next that did not, or to now. */
const bandsOf = (points: readonly ChartPoint[], nowMs: number): ChartBand[] => {
  const bands: ChartBand[] = []
  let open: ChartBand | undefined
  for (const { at, tone, run } of points) {
    // It says nothing about the target, so that it ends nothing either.
    if (run?.isInconclusive) continue
    if (open) open.to = at
    if (tone === 'ok') open = undefined
    else if (open === undefined) bands.push((open = { from: at, to: nowMs, tone }))
    else if (tone === 'bad') open.tone = 'bad'
  }
  if (open) open.to = Math.max(open.to, nowMs)
  return bands
}

/** Of stretches of time those in which at least half of the runs failed; neighbours are one. */
const bandsOfBuckets = ({ buckets, bucketSeconds }: SeriesView): ChartBand[] => {
  const bands: ChartBand[] = []
  for (const { at, runs, failures, httpErrors } of buckets) {
    if (runs === 0 || (failures + httpErrors) * 2 < runs) continue
    const [from, to] = [Date.parse(at), Date.parse(at) + bucketSeconds * 1000]
    const tone = failures > 0 ? ('bad' as const) : ('warn' as const)
    const last = bands.at(-1)
    if (last?.to !== from) bands.push({ from, to, tone })
    else Object.assign(last, { to, tone: last.tone === 'bad' ? 'bad' : tone })
  }
  return bands
}

const scheduledOf = ({ points }: SeriesView) => points.results.filter(({ trigger }) => trigger === 'SCHEDULE').length

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
    isListed: false,
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
      isListed: false,
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
export type LegendKey = 'median' | 'p95' | 'page' | 'warn' | 'bad' | 'lack' | 'pause' | 'inconclusive'

export const legendOf = ({ points, gaps, isByRun }: Pick<Chart, 'points' | 'gaps' | 'isByRun'>): LegendKey[] => {
  const isThere: Record<LegendKey, boolean> = {
    median: !isByRun,
    p95: !isByRun,
    page: points.some(({ isListed }) => isListed),
    warn: points.some(({ tone, value }) => tone === 'warn' && value !== null),
    bad: points.some(({ tone }) => tone === 'bad'),
    lack: gaps.some(({ kind }) => kind === 'lack'),
    pause: gaps.some(({ label }) => label === gapLabels.DISABLED),
    inconclusive: gaps.some(({ label }) => label === gapLabels.INCONCLUSIVE),
  }
  return (Object.keys(isThere) as LegendKey[]).filter((key) => isThere[key])
}
