import type { TypedTask } from '@knockwire/domain/notifications/preview'
import type { ScheduleForm } from '../schedule/schedule-form.ts'
import type { RequestSettingsForm, TaskSection } from './task-form.ts'

// What a page knows of the sections that it shows, before their forms are loaded.

export const taskSections: readonly TaskSection[] = ['request', 'schedule']

/** For previews and tests of notifications: what is typed, saved or not. */
export const typedTaskOf = ({ name, requestUrl }: RequestSettingsForm): TypedTask => ({
  name: name.trim() || null,
  uri: requestUrl.trim(),
})

/** Which errors belong to a field of the schedule: any part of the one-time picker changes its time. */
const scheduleErrorKeys: Record<keyof ScheduleForm, readonly string[]> = {
  mode: [],
  intervalSecond: ['intervalSecond'],
  expression: ['cronExpression'],
  timezone: ['timezone', 'cronExpression'],
  oneTime: ['oneTimeModeEpochSecond'],
  oneTimeTimezone: ['oneTimeModeEpochSecond', 'oneTimeModeTimezone'],
  catchUp: ['catchUp'],
  catchUpSecond: ['catchUpSecond'],
}

/** The errors that an edit of the request may have corrected: its fields have the names of their errors. */
export const clearedByRequest = (change: Partial<RequestSettingsForm>): string[] => Object.keys(change)

export const clearedBySchedule = (change: Partial<ScheduleForm>): string[] =>
  Object.entries(scheduleErrorKeys).flatMap(([field, keys]) => (field in change ? keys : []))

const allScheduleKeys = new Set(Object.values(scheduleErrorKeys).flat())

export const sectionOfError = (key: string): TaskSection => (allScheduleKeys.has(key) ? 'schedule' : 'request')
