import type { ChartSource } from '@knockwire/domain/charts/chart'
import type { ExecutionRow } from '@knockwire/domain/executions/execution'
import type { SeriesBucket, SeriesPoint, SeriesView } from '@knockwire/domain/series/series'
import { minutesAgo } from './times.ts'

const hourMs = 3_600_000

const valueOf = ({ response, responseTimeMs }: ExecutionRow, source: ChartSource): number | null =>
  source === 'response_code' ? (response?.statusCode ?? null) : source === 'response_time' ? responseTimeMs : null

/** Of executions, the newest in front, as a query asks for it: without buckets, each a point. */
export const series = (
  rows: readonly ExecutionRow[],
  query: URLSearchParams,
  more: Partial<SeriesView> = {},
): SeriesView => {
  const named = query.get('executions')?.split(',')
  const source = (query.get('source') ?? 'response_time') as ChartSource
  const ended = rows
    .filter(({ id, status }) => (named?.includes(id) ?? true) && (status === 'SUCCEEDED' || status === 'FAILED'))
    .toReversed()
  const times = ended.map(({ startedAt, createdAt }) => startedAt ?? createdAt)
  const scheduled = ended.filter(({ trigger }) => trigger === 'SCHEDULE')
  return {
    range: named === undefined ? (query.get('range') as SeriesView['range']) : 'page',
    from: named === undefined ? minutesAgo(24 * 60) : (times[0] ?? minutesAgo(1)),
    to: named === undefined ? minutesAgo(0) : (times.at(-1) ?? minutesAgo(0)),
    bucketSeconds: 900,
    runs: scheduled.length,
    inconclusive: 0,
    failures: scheduled.filter(({ status }) => status === 'FAILED').length,
    httpErrors: scheduled.filter(({ response }) => (response?.statusCode ?? 0) >= 400).length,
    medianMs: null,
    p95Ms: null,
    uptimePercent: null,
    timeErrorPercent: 0,
    buckets: [],
    source,
    property: query.get('property') ?? '',
    propertyProblem: null,
    points: {
      kind: 'EVERY_RUN',
      results: ended.map((row): SeriesPoint => ({
        executionId: row.id,
        at: row.startedAt ?? row.createdAt,
        status: row.status === 'FAILED' ? 'FAILED' : 'SUCCEEDED',
        isInconclusive: false,
        statusCode: row.response?.statusCode ?? null,
        trigger: row.trigger,
        value: valueOf(row, source),
      })),
      unread: 0,
    },
    ...more,
  }
}

/** An hour of sixty runs, so many hours before the full hour that has begun. */
export const hourBucket = (hoursAgo: number, more: Partial<SeriesBucket> = {}): SeriesBucket => ({
  at: new Date(Math.floor(Date.now() / hourMs) * hourMs - hoursAgo * hourMs).toISOString(),
  runs: 60,
  inconclusive: 0,
  failures: 0,
  httpErrors: 0,
  medianMs: 120,
  p95Ms: 480,
  gap: null,
  ...more,
})
