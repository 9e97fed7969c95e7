import { z } from 'zod'
import { ChartSource } from '../charts/chart.ts'
import { ExecutionTrigger } from '../executions/execution.ts'
import { Id, Timestamp } from '../id.ts'
import { seriesRanges } from './series-ranges.ts'

export const SeriesRange = z.enum(seriesRanges)
export type SeriesRange = z.infer<typeof SeriesRange>

/** What a series may cover: a range of time, or the executions that were named. */
const SeriesCover = z.enum(['page', ...seriesRanges])

/** The most executions that one call can name. */
const mostNamed = 100

export const SeriesQuery = z.strictObject({
  range: SeriesRange.default('24h'),
  /** Ids of executions, separated by commas: these instead of a range, such as those of a page of the history. */
  executions: z
    .string()
    .max(mostNamed * 37)
    .transform((text) => text.split(','))
    .pipe(z.array(Id).min(1).max(mostNamed))
    .optional(),
  source: ChartSource.default('response_time'),
  /** A JSON path; read for `response_body_json` alone. */
  property: z.string().max(512).default(''),
})
export type SeriesQuery = z.infer<typeof SeriesQuery>

const share = z.number().min(0).max(100).nullable()

/**
 * Runs of the schedule; tests do not count. `failures`: no response came. `httpErrors`: one of 400 or above. `inconclusive`:
 * runs that say nothing about the target, because of a fault of ours; they are not among `runs`.
 */
const counts = {
  runs: z.number().int(),
  inconclusive: z.number().int(),
  failures: z.number().int(),
  httpErrors: z.number().int(),
  /** Of the response times in milliseconds, exact where every run is known one by one, else within `timeErrorPercent`; null where no response came. */
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
  /** It has failed because of a fault of ours, and says nothing about the target. */
  isInconclusive: z.boolean(),
  statusCode: z.number().int().nullable(),
  trigger: ExecutionTrigger,
  value: z.number().nullable(),
})
export type SeriesPoint = z.infer<typeof SeriesPoint>

export const SeriesView = z.object({
  /** `page`: of the executions that were named; from the first to the last of them, without buckets. */
  range: SeriesCover,
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
  /** Why the JSON path cannot be read; null where it can. */
  propertyProblem: z.string().nullable(),
  /** Whether `points` has every run of the range whose history is kept, tests too, or the last one of each bucket. */
  points: z.object({
    kind: z.enum(['EVERY_RUN', 'LAST_OF_EACH_BUCKET']),
    results: z.array(SeriesPoint),
    /** Points whose body was not read, because the bodies of the newer ones are large together. */
    unread: z.number().int(),
  }),
})
export type SeriesView = z.infer<typeof SeriesView>
