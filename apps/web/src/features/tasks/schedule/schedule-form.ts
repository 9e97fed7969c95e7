import type { CatchUpPolicy } from '@knockwire/domain/schedules/catch-up'
import type { ScheduleMode, SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import {
  defaultIntervalSecond,
  defaultOneTime,
  epochSecondOf,
  oneTimeAt,
  withinMonth,
} from '@knockwire/domain/schedules/schedule-choices'
import { defaultTimeZone } from '@knockwire/domain/schedules/zones/time-zones'
import { fallbackTimeZone } from '@knockwire/domain/schedules/schedule-zone'
import { clockZoneOf, type LocalDateTime } from '@knockwire/domain/schedules/zone-clock'
import type { FieldGroup } from '../../../lib/forms/field-group.ts'
import { keepUntouched } from '../../../lib/forms/keep-untouched.ts'

/**
 * When the task runs, as it is being edited; its fields have the names of their errors. Each mode keeps its fields while another is
 * chosen.
 */
export interface ScheduleForm {
  mode: ScheduleMode
  intervalSecond: number
  cronExpression: string
  timezone: string
  /** The picker's fields; null until ONE_TIME is chosen, so that it starts with the time of that choice. */
  oneTimeMode: LocalDateTime | null
  oneTimeModeTimezone: string
  /** What is done about missed times; undefined in a schedule that says nothing of it. */
  catchUp?: CatchUpPolicy | undefined
  catchUpSecond?: number | null | undefined
}

/** What the fields of each mode are given. */
export interface ScheduleFieldsProps {
  fields: FieldGroup<ScheduleForm>
}

/** The time and the zone that an untouched form starts from. */
export interface ScheduleDefaults {
  nowMs: number
  timezone: string
}

/** A mode without a zone is in UTC; another one begins with that of the defaults. */
export function scheduleFormOf(scheduler: SchedulerInput, defaults: ScheduleDefaults): ScheduleForm {
  const zoneOf = (mode: ScheduleMode, timezone: string | null) =>
    timezone ?? (scheduler.mode === mode ? fallbackTimeZone : defaults.timezone)
  const oneTimeModeTimezone = zoneOf('ONE_TIME', scheduler.oneTimeModeTimezone)
  const epochSecond = scheduler.oneTimeModeEpochSecond
  const form: ScheduleForm = {
    mode: scheduler.mode,
    intervalSecond: scheduler.intervalSecond ?? defaultIntervalSecond,
    cronExpression: scheduler.expression ?? '',
    timezone: zoneOf('CUSTOM', scheduler.timezone),
    oneTimeMode: epochSecond === null ? null : oneTimeAt(epochSecond, clockZoneOf(oneTimeModeTimezone)),
    oneTimeModeTimezone,
    catchUp: scheduler.catchUp,
    catchUpSecond: scheduler.catchUpSecond,
  }
  return withMode(form, form.mode, defaults.nowMs)
}

/** The picker starts with the current time where the mode is first chosen [SC-21]. */
export const withMode = (form: ScheduleForm, mode: ScheduleMode, nowMs: number): ScheduleForm => ({
  ...form,
  mode,
  oneTimeMode:
    mode === 'ONE_TIME'
      ? (form.oneTimeMode ?? defaultOneTime(nowMs, clockZoneOf(form.oneTimeModeTimezone)))
      : form.oneTimeMode,
})

/** The day stays inside its month [SC-16]. */
export const withOneTime = (form: ScheduleForm, change: Partial<LocalDateTime>): ScheduleForm =>
  form.oneTimeMode === null ? form : { ...form, oneTimeMode: withinMonth({ ...form.oneTimeMode, ...change }) }

export const toSchedulerInput = (form: ScheduleForm): SchedulerInput => ({
  mode: form.mode,
  intervalSecond: form.intervalSecond,
  expression: form.cronExpression.trim() === '' ? null : form.cronExpression.trim(),
  timezone: form.timezone,
  oneTimeModeEpochSecond:
    form.oneTimeMode === null ? null : epochSecondOf(form.oneTimeMode, clockZoneOf(form.oneTimeModeTimezone)),
  oneTimeModeTimezone: form.oneTimeModeTimezone,
  catchUp: form.catchUp,
  catchUpSecond: form.catchUpSecond,
})

/** What is sent of a stored schedule: within its mode, fields that were not edited go back as they came. */
export const editedSchedulerInput = (
  stored: SchedulerInput,
  form: ScheduleForm,
  defaults: ScheduleDefaults,
): SchedulerInput => {
  const after = toSchedulerInput(form)
  if (form.mode !== stored.mode) return after
  const before = toSchedulerInput(scheduleFormOf(stored, defaults))
  return keepUntouched({ stored: unchangedSchedulerInput(stored), before, after })
}

/** A schedule as read, to be sent back unchanged. */
export const unchangedSchedulerInput = (scheduler: SchedulerInput): SchedulerInput => ({
  mode: scheduler.mode,
  intervalSecond: scheduler.intervalSecond,
  expression: scheduler.expression,
  timezone: scheduler.timezone,
  oneTimeModeEpochSecond: scheduler.oneTimeModeEpochSecond,
  oneTimeModeTimezone: scheduler.oneTimeModeTimezone,
  catchUp: scheduler.catchUp,
  catchUpSecond: scheduler.catchUpSecond,
})

/** Now, and the browser's zone where the list has it or an equivalent [SC-21, SC-25, SC-26]. */
export const scheduleDefaults = (nowMs = Date.now()): ScheduleDefaults => ({
  nowMs,
  timezone: defaultTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone, nowMs),
})
