import type { FieldErrors } from '@knockwire/domain/errors'
import type { ScheduleForm } from '../schedule/schedule-form.ts'
import type { RequestSettingsForm, TaskSection } from './task-form.ts'

/** Which errors belong to a field of the schedule: any part of the one-time picker bears on its moment. */
const scheduleErrorKeys: Record<keyof ScheduleForm, readonly string[]> = {
  mode: [],
  intervalSecond: ['intervalSecond'],
  expression: ['cronExpression'],
  timezone: ['timezone', 'cronExpression'],
  oneTime: ['oneTimeModeEpochSecond'],
  oneTimeTimezone: ['oneTimeModeEpochSecond', 'oneTimeModeTimezone'],
}

const without = (errors: FieldErrors, keys: readonly string[]): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => !keys.includes(key)))

/** Editing a field clears its error. Request fields bear the names of their errors. */
export const clearRequestErrors = (errors: FieldErrors, change: Partial<RequestSettingsForm>): FieldErrors =>
  without(errors, Object.keys(change))

export const clearScheduleErrors = (errors: FieldErrors, change: Partial<ScheduleForm>): FieldErrors =>
  without(
    errors,
    Object.entries(scheduleErrorKeys).flatMap(([field, keys]) => (field in change ? keys : [])),
  )

const allScheduleKeys = new Set(Object.values(scheduleErrorKeys).flat())

export const sectionOfError = (key: string): TaskSection => (allScheduleKeys.has(key) ? 'schedule' : 'request')

/** The errors without those of one section, for when its editing is cancelled. */
export const clearSectionErrors = (errors: FieldErrors, section: TaskSection): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => sectionOfError(key) !== section))
