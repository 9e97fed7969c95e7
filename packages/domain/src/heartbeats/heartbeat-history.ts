import { z } from 'zod'
import { Id, Timestamp } from '../id.ts'
import { SeriesRange } from '../series/series.ts'
import { bandStates } from './history-rules.ts'

export const HeartbeatHistoryQuery = z.strictObject({ range: SeriesRange.default('24h') })

/** A stretch of one state. Where none covers a time, nothing was expected then, or its changes are not kept any more. */
export const HeartbeatBand = z.object({ from: Timestamp, to: Timestamp, state: z.enum(bandStates) })
export type HeartbeatBand = z.infer<typeof HeartbeatBand>

/** A run that has ended, of which the start was signalled, too; one that took too long, as long as no end of it is known. */
export const HeartbeatRun = z.object({
  /** That of the request that ended it, or of the change where no such request is known. */
  id: Id,
  /** When it ended, or had taken too long. */
  at: Timestamp,
  /** In milliseconds. */
  duration: z.number().int(),
  /** Whether it succeeded. */
  isSuccess: z.boolean(),
})
export type HeartbeatRun = z.infer<typeof HeartbeatRun>

/** The states of a heartbeat over a time, from the changes that are kept of it, and its runs, from its requests, too. */
export const HeartbeatHistoryView = z.object({
  range: SeriesRange,
  from: Timestamp,
  to: Timestamp,
  /** In their order; none overlaps another. */
  bands: z.array(HeartbeatBand),
  /** Between them: when it would be up or late, but no calls could be received. An API of the version before has none. */
  unknown: z.array(HeartbeatBand.pick({ from: true, to: true })).default([]),
  /** Of the time in which it was up, late or down, without what is unknown; null where there was none. */
  uptimePercent: z.number().min(0).max(100).nullable(),
  /** How often it went down, and for how long it was in all, in milliseconds. */
  outages: z.number().int(),
  downtime: z.number().int(),
  /** Oldest first; of many, the longest of each interval. */
  runs: z.array(HeartbeatRun),
  /** Of the durations of all runs, in milliseconds; null where there is none. */
  median: z.number().nullable(),
  p95: z.number().nullable(),
})
export type HeartbeatHistoryView = z.infer<typeof HeartbeatHistoryView>
