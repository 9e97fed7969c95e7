import { z } from 'zod'
import { ChartSource } from '../charts/chart.ts'
import { ExecutionTrigger } from '../executions/execution.ts'
import { Id, Timestamp } from '../id.ts'

export const SeriesRange = z.enum(['1h', '24h', '7d', '30d', '90d'])
export type SeriesRange = z.infer<typeof SeriesRange>

export const SeriesQuery = z.strictObject({
  range: SeriesRange.default('24h'),
  source: ChartSource.default('response_time'),
  /** A JSON path; read for `response_body_json` alone. */
  property: z.string().max(512).default(''),
})
export type SeriesQuery = z.infer<typeof SeriesQuery>

const share = z.number().min(0).max(100).nullable()

/** Runs of the schedule; tests do not count. `failures`: no response came. `httpErrors`: one of 400 or above. */
const counts = {
  runs: z.number().int(),
  failures: z.number().int(),
  httpErrors: z.number().int(),
  /** Of the response times in milliseconds, within `timeErrorPercent`; null where no response came. */
  medianMs: z.number().nullable(),
  p95Ms: z.number().nullable(),
}

export const SeriesGap = z.enum(['DISABLED', 'MISSED'])
export type SeriesGap = z.infer<typeof SeriesGap>

export const SeriesBucket = z.object({
  /** Where it begins. */
  at: Timestamp,
  ...counts,
  /** Nothing ran although the schedule has a time then: the task was disabled, or its runs were missed. Else null. */
  gap: SeriesGap.nullable(),
})
export type SeriesBucket = z.infer<typeof SeriesBucket>

/** A run that can be opened. `value` is null where the source has no number there. */
export const SeriesPoint = z.object({
  executionId: Id,
  at: Timestamp,
  status: z.enum(['SUCCEEDED', 'FAILED']),
  statusCode: z.number().int().nullable(),
  trigger: ExecutionTrigger,
  value: z.number().nullable(),
})
export type SeriesPoint = z.infer<typeof SeriesPoint>

export const SeriesView = z.object({
  range: SeriesRange,
  from: Timestamp,
  to: Timestamp,
  bucketSeconds: z.number().int(),
  ...counts,
  /** Of the runs, how many got a response below 400; null without runs. */
  uptimePercent: share,
  timeErrorPercent: z.number(),
  buckets: z.array(SeriesBucket),
  source: ChartSource,
  property: z.string(),
  /** Whether `points` has every run of the range whose history is kept, tests too, or the last one of each bucket. */
  points: z.object({
    kind: z.enum(['EVERY_RUN', 'LAST_OF_EACH_BUCKET']),
    results: z.array(SeriesPoint),
    /** Points whose body was not read, because the bodies of the newer ones are large together. */
    unread: z.number().int(),
  }),
})
export type SeriesView = z.infer<typeof SeriesView>

/** More runs than these are not plotted one by one. */
export const maxPoints = 150

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** What the executor keeps counts of, in seconds. A multiple of it is what longer ranges are drawn in. */
export const rollupSeconds = 15 * minute
/** Days for which counts are kept. */
export const rollupDays = 90

const bucketsOf: Record<Exclude<SeriesRange, '90d'>, { bucketSeconds: number; count: number }> = {
  '1h': { bucketSeconds: minute, count: 60 },
  '24h': { bucketSeconds: rollupSeconds, count: 96 },
  '7d': { bucketSeconds: 2 * hour, count: 84 },
  '30d': { bucketSeconds: 6 * hour, count: 120 },
}

const widths = [rollupSeconds, hour, 2 * hour, 6 * hour, day]
const mostBuckets = 120

export interface SeriesSpan {
  fromMs: number
  /** The end of the bucket that `nowMs` is in. */
  toMs: number
  bucketSeconds: number
}

/**
 * What a range covers at `nowMs`: whole buckets, the last one still being filled. The longest range is everything that is
 * kept, and begins with it. `firstMs`: the oldest counts kept.
 */
export const spanOf = (range: SeriesRange, nowMs: number, firstMs: number | null): SeriesSpan => {
  const endOf = (widthMs: number) => (Math.floor(nowMs / widthMs) + 1) * widthMs
  if (range !== '90d') {
    const { bucketSeconds, count } = bucketsOf[range]
    const toMs = endOf(bucketSeconds * 1000)
    return { fromMs: toMs - count * bucketSeconds * 1000, toMs, bucketSeconds }
  }
  const startMs = Math.min(firstMs ?? nowMs, nowMs - hour * 1000)
  const bucketSeconds = widths.find((width) => (endOf(width * 1000) - startMs) / (width * 1000) < mostBuckets) ?? day
  const widthMs = bucketSeconds * 1000
  return { fromMs: Math.floor(startMs / widthMs) * widthMs, toMs: endOf(widthMs), bucketSeconds }
}
