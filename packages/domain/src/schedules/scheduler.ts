import { z } from 'zod'
import { Timestamp } from '../id.ts'
import { catchUpPolicies, longestCatchUpSecond, shortestCatchUpSecond } from './catch-up.ts'
import { scheduleModes } from './schedule-choices.ts'

export const ScheduleMode = z.enum(scheduleModes)
export type ScheduleMode = z.infer<typeof ScheduleMode>

export const SchedulerStatus = z.enum(['ACTIVE', 'DISABLED'])
export type SchedulerStatus = z.infer<typeof SchedulerStatus>

/** Why a schedule is not running. FAILURES: too many failed executions in a row; DONE: its one time has been. */
export const DisabledReason = z.enum(['USER', 'FAILURES', 'DONE', 'SUSPENDED'])
export type DisabledReason = z.infer<typeof DisabledReason>

/** The last second of the year 9999; nothing later or earlier can be shown as a date of four digits. */
const lastEpochSecond = 253_402_300_799

const fields = {
  mode: ScheduleMode,
  /** At most what the database keeps. */
  intervalSecond: z.number().int().positive().max(2_147_483_647).nullable(),
  expression: z.string().max(256).nullable(),
  timezone: z.string().max(64).nullable(),
  oneTimeModeEpochSecond: z
    .number()
    .int()
    .min(0, 'Choose a date and time.')
    .max(lastEpochSecond, 'Choose a date and time.')
    .nullable(),
  oneTimeModeTimezone: z.string().max(64).nullable(),
}

export const CatchUpPolicy = z.enum(catchUpPolicies)

const catchUpFields = {
  /** What is done about times that were missed; see `CatchUp`. */
  catchUp: CatchUpPolicy,
  /** How old, in seconds, a missed time may be and still run; null where that is not said. */
  catchUpSecond: z.number().int().min(shortestCatchUpSecond).max(longestCatchUpSecond).nullable(),
}

/**
 * When a task runs. Only the fields of its mode matter and have to be given; the others are kept, so that switching modes
 * loses nothing.
 */
export const SchedulerInput = z.strictObject({
  mode: fields.mode,
  intervalSecond: fields.intervalSecond.default(null),
  expression: fields.expression.default(null),
  timezone: fields.timezone.default(null),
  oneTimeModeEpochSecond: fields.oneTimeModeEpochSecond.default(null),
  oneTimeModeTimezone: fields.oneTimeModeTimezone.default(null),
  /** Left out, what is stored stays; of a new task, ONCE without a limit. */
  catchUp: catchUpFields.catchUp.optional(),
  catchUpSecond: catchUpFields.catchUpSecond.optional(),
})
export type SchedulerInput = z.infer<typeof SchedulerInput>

export const SchedulerView = z.object({
  ...fields,
  ...catchUpFields,
  status: SchedulerStatus,
  disabledReason: DisabledReason.nullable(),
  nextExecutionDate: Timestamp.nullable(),
})
export type SchedulerView = z.infer<typeof SchedulerView>
