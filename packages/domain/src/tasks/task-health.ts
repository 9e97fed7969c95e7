import { z } from 'zod'
import { Id, Timestamp } from '../id.ts'
import { RecentRun } from './task.ts'

/** How a task is: what its page says at the top. Test runs count in `recentRuns` alone. */
export const TaskHealth = z.object({
  /**
   * Since when the task is in its state: failing, up (no run since then failed or got a response of 400 or above), or
   * disabled. Counts are kept for 90 days, so a task that was up all of that time is up since then. Null before its first run.
   */
  since: Timestamp.nullable(),
  /** The runs in a row, up to the last one, that failed or got a response of 400 or above; null where the last one did not. */
  failing: z
    .object({
      runs: z.number().int(),
      /** Those without a response in a row, up to the last one: what deactivates a task. */
      failures: z.number().int(),
      since: Timestamp,
      /** The first of them; null where the history no longer holds it. */
      firstRunId: Id.nullable(),
      /** The last run before them, which got a response below 400; null where the history holds none. */
      lastSuccess: z.object({ id: Id, at: Timestamp }).nullable(),
      /** How many more runs without a response deactivate an active task; null where its last run got one. */
      failuresUntilDeactivation: z.number().int().nullable(),
    })
    .nullable(),
  /**
   * Of a task that is up again, when it failed last: from the start of the first run that did to that of the next one that did
   * not. `statusCode`: of the last response in between; null where none came. Null also where the history does not hold it.
   */
  lastOutage: z.object({ from: Timestamp, to: Timestamp, statusCode: z.number().int().nullable() }).nullable(),
  /** Of the runs of the last 24 hours, how many got a response below 400; null without runs. */
  uptimePercent: z.number().min(0).max(100).nullable(),
  /** Of the response times of the last 24 hours in milliseconds, as in a series; null without a response. */
  medianMs: z.number().nullable(),
  p95Ms: z.number().nullable(),
  /** The last 60, newest first. */
  recentRuns: z.array(RecentRun),
})
export type TaskHealth = z.infer<typeof TaskHealth>
