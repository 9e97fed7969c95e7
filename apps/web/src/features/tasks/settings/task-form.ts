import type { FieldErrors } from '@knockwire/domain/errors'
import type { SaveTaskInput, TaskView } from '@knockwire/domain/tasks/task'
import {
  unchangedRequestTarget,
  type RequestForm,
  requestFormOf,
  toRequestTarget,
} from '../../../components/request-editor/request-form.ts'
import {
  unchangedSchedulerInput,
  type ScheduleDefaults,
  type ScheduleForm,
  scheduleFormOf,
  toSchedulerInput,
} from '../schedule/schedule-form.ts'

/** The "Request Settings" section as it is being edited. */
export interface RequestSettingsForm extends RequestForm {
  name: string
}

/** What is being edited; a section that is absent is only read. */
export interface TaskForm {
  request?: RequestSettingsForm
  schedule?: ScheduleForm
}

export type TaskSection = keyof TaskForm

export const requestSettingsOf = (task: TaskView): RequestSettingsForm => ({
  name: task.name ?? '',
  ...requestFormOf(task.request.target),
})

export const scheduleOf = (task: TaskView, defaults: ScheduleDefaults): ScheduleForm =>
  scheduleFormOf(task.scheduler, defaults)

/** What Save, Create and auto-save send: sections that are only read go back as they came. */
export const toSaveTaskInput = (task: TaskView, { request, schedule }: TaskForm): SaveTaskInput => ({
  name: request === undefined ? task.name : request.name.trim() || null,
  request: {
    target: request === undefined ? unchangedRequestTarget(task.request.target) : toRequestTarget(request),
  },
  scheduler: schedule === undefined ? unchangedSchedulerInput(task.scheduler) : toSchedulerInput(schedule),
})

/** Whether saving the form would change anything. */
export const hasChanged = (task: TaskView, form: TaskForm, defaults: ScheduleDefaults): boolean =>
  JSON.stringify(toSaveTaskInput(task, form)) !== JSON.stringify(toSaveTaskInput(task, untouched(task, form, defaults)))

const untouched = (task: TaskView, form: TaskForm, defaults: ScheduleDefaults): TaskForm => ({
  ...(form.request && { request: requestSettingsOf(task) }),
  ...(form.schedule && { schedule: scheduleOf(task, defaults) }),
})

/** Which errors belong to a field of the schedule: any part of the one-time picker changes its time. */
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
