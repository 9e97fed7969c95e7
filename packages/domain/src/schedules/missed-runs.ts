import { z } from 'zod'
import { Id, Timestamp } from '../id.ts'
import { pageOf, pageQuery } from '../page.ts'
import { lossReasons } from './planned-instants.ts'

export const LossReason = z.enum(lossReasons)

/**
 * Planned times in a row that did not run, for one reason. OVERLAP: skipped, since the execution before was still in flight
 * (`runningExecutionId`). AWAY: the server was not there, from `awayFrom` (null where that is not known) to `awayTo`. PAUSED: the
 * operator had paused all calls. BUSY: the server was behind. CHANGED: the task was deactivated, or its schedule changed, first.
 */
export const MissedRunsView = z.object({
  id: Id,
  reason: LossReason,
  /** The first and the last of the times. */
  from: Timestamp,
  to: Timestamp,
  /** How many they are, or at least are where `isAtLeast`. */
  runs: z.number().int(),
  isAtLeast: z.boolean(),
  runningExecutionId: Id.nullable(),
  awayFrom: Timestamp.nullable(),
  awayTo: Timestamp.nullable(),
})
export type MissedRunsView = z.infer<typeof MissedRunsView>

/** How long after their times runs started, in milliseconds. */
export const LagView = z.object({ runs: z.number().int(), p50Ms: z.number(), p99Ms: z.number() })
export type LagView = z.infer<typeof LagView>

/**
 * What became of planned times. The list has those that did not run, the newest first; those that ran are the executions.
 * `lag`: of the runs of the last 30 days that the history still holds; null without one. `disabled`: when the task was disabled in
 * the last 30 days, so that nothing was planned.
 */
export const PlannedRunsView = pageOf(MissedRunsView).extend({
  lag: LagView.nullable(),
  disabled: z.array(z.object({ from: Timestamp, to: Timestamp.nullable() })),
})
export type PlannedRunsView = z.infer<typeof PlannedRunsView>

export const PlannedRunsQuery = z.strictObject(pageQuery(20))
