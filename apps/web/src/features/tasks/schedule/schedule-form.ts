import type { FieldErrors } from '@knockwire/domain/errors'
import type { CatchUpPolicy } from '@knockwire/domain/schedules/catch-up'
import type { ScheduleMode, SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import {
  defaultIntervalSecond,
  defaultOneTime,
  epochSecondOf,
  oneTimeAt,
  withinMonth,
} from '@knockwire/domain/schedules/schedule-choices'
import { defaultTimeZone } from '@knockwire/domain/schedules/time-zones'
import { isTimeZone, type LocalDateTime } from '@knockwire/domain/schedules/zone-clock'

/** When the task runs, as it is being edited. Each mode keeps its fields while another is chosen. */
export interface ScheduleForm {
  mode: ScheduleMode
  intervalSecond: number
  expression: string
  timezone: string
  /** The picker's fields; null until ONE_TIME is chosen, so that it starts with the time of that choice. */
  oneTime: LocalDateTime | null
  oneTimeTimezone: string
  /** What is done about missed times; undefined in a schedule that says nothing of it. */
  catchUp?: CatchUpPolicy | undefined
  catchUpSecond?: number | null | undefined
}

/** What the fields of each mode are given. */
export interface ScheduleFieldsProps {
  form: ScheduleForm
  errors: FieldErrors
  /** The fields that were edited, with their new values. */
  onChange: (change: Partial<ScheduleForm>) => void
}

/** The time and the zone that an untouched form starts from. */
export interface ScheduleDefaults {
  nowMs: number
  timezone: string
}

export function scheduleFormOf(scheduler: SchedulerInput, defaults: ScheduleDefaults): ScheduleForm {
  const oneTimeTimezone = usableZone(scheduler.oneTimeModeTimezone) ?? defaults.timezone
  const epochSecond = scheduler.oneTimeModeEpochSecond
  const form: ScheduleForm = {
    mode: scheduler.mode,
    intervalSecond: scheduler.intervalSecond ?? defaultIntervalSecond,
    expression: scheduler.expression ?? '',
    timezone: usableZone(scheduler.timezone) ?? defaults.timezone,
    oneTime: epochSecond === null ? null : oneTimeAt(epochSecond, oneTimeTimezone),
    oneTimeTimezone,
    catchUp: scheduler.catchUp,
    catchUpSecond: scheduler.catchUpSecond,
  }
  return withMode(form, form.mode, defaults.nowMs)
}

const usableZone = (timezone: string | null) => (timezone !== null && isTimeZone(timezone) ? timezone : null)

/** The picker starts with the current time where the mode is first chosen [SC-21]. */
export const withMode = (form: ScheduleForm, mode: ScheduleMode, nowMs: number): ScheduleForm => ({
  ...form,
  mode,
  oneTime: mode === 'ONE_TIME' ? (form.oneTime ?? defaultOneTime(nowMs, form.oneTimeTimezone)) : form.oneTime,
})

/** The day stays inside its month [SC-16]. */
export const withOneTime = (form: ScheduleForm, change: Partial<LocalDateTime>): ScheduleForm =>
  form.oneTime === null ? form : { ...form, oneTime: withinMonth({ ...form.oneTime, ...change }) }

export const toSchedulerInput = (form: ScheduleForm): SchedulerInput => ({
  mode: form.mode,
  intervalSecond: form.intervalSecond,
  expression: form.expression.trim() === '' ? null : form.expression.trim(),
  timezone: form.timezone,
  oneTimeModeEpochSecond: form.oneTime === null ? null : epochSecondOf(form.oneTime, form.oneTimeTimezone),
  oneTimeModeTimezone: form.oneTimeTimezone,
  catchUp: form.catchUp,
  catchUpSecond: form.catchUpSecond,
})

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
