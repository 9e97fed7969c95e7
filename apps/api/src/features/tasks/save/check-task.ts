import { type FieldErrors, invalidFields } from '@knockwire/domain/errors'
import { fallbackTimeZone } from '@knockwire/domain/schedules/next-run'
import { checkSchedule } from '@knockwire/domain/schedules/check-schedule'
import type { SchedulerInput } from '@knockwire/domain/schedules/scheduler'

/** Whether the schedule runs at other times than before; fields of other modes do not count. */
export const isSameSchedule = (before: SchedulerInput, after: SchedulerInput): boolean => {
  if (before.mode !== after.mode) return false
  switch (after.mode) {
    case 'INTERVAL':
      return before.intervalSecond === after.intervalSecond
    case 'CUSTOM':
      return before.expression === after.expression && zoneOf(before) === zoneOf(after)
    case 'ONE_TIME':
      return before.oneTimeModeEpochSecond === after.oneTimeModeEpochSecond
  }
}

const zoneOf = ({ timezone }: SchedulerInput) => timezone ?? fallbackTimeZone

/** By the editor's field names. */
export const scheduleFaults = (scheduler: SchedulerInput, nowMs: number): FieldErrors => ({
  ...checkSchedule(scheduler, nowMs),
})

/** Refuses where a field is at fault. The first sentence is the message too, for where no form is shown. */
export const refuseFaults = (errors: FieldErrors): void => {
  const [first] = Object.values(errors)
  if (first !== undefined) throw invalidFields(errors, first)
}
