import type { TypedTask } from '@knockwire/domain/notifications/preview'
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

/** All that Save writes of a task, as it is being edited. */
export interface TaskForm {
  request: RequestSettingsForm
  schedule: ScheduleForm
}

export type TaskSection = keyof TaskForm

export const taskSections: readonly TaskSection[] = ['request', 'schedule']

export const requestSettingsOf = (task: TaskView): RequestSettingsForm => ({
  name: task.name ?? '',
  ...requestFormOf(task.request.target),
})

export const scheduleOf = (task: TaskView, defaults: ScheduleDefaults): ScheduleForm =>
  scheduleFormOf(task.scheduler, defaults)

export const taskFormOf = (task: TaskView, defaults: ScheduleDefaults): TaskForm => ({
  request: requestSettingsOf(task),
  schedule: scheduleOf(task, defaults),
})

/** For previews and tests of notifications: what is typed, saved or not. */
export const typedTaskOf = ({ name, requestUrl }: RequestSettingsForm): TypedTask => ({
  name: name.trim() || null,
  uri: requestUrl.trim(),
})

/** What Save, Create and auto-save send: sections that are only read go back as they came. */
export const toSaveTaskInput = (task: TaskView, { request, schedule }: Partial<TaskForm>): SaveTaskInput => ({
  name: request === undefined ? task.name : request.name.trim() || null,
  request: {
    target: request === undefined ? unchangedRequestTarget(task.request.target) : toRequestTarget(request),
  },
  scheduler: schedule === undefined ? unchangedSchedulerInput(task.scheduler) : toSchedulerInput(schedule),
})

/** Whether saving these sections would change anything. */
export const hasChanged = (task: TaskView, form: Partial<TaskForm>, defaults: ScheduleDefaults): boolean =>
  JSON.stringify(toSaveTaskInput(task, form)) !== JSON.stringify(toSaveTaskInput(task, untouched(task, form, defaults)))

const untouched = (task: TaskView, form: Partial<TaskForm>, defaults: ScheduleDefaults): Partial<TaskForm> => ({
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

/** The errors that an edit of the request may have mended: its fields have the names of their errors. */
export const mendedInRequest = (change: Partial<RequestSettingsForm>): string[] => Object.keys(change)

export const mendedInSchedule = (change: Partial<ScheduleForm>): string[] =>
  Object.entries(scheduleErrorKeys).flatMap(([field, keys]) => (field in change ? keys : []))

const allScheduleKeys = new Set(Object.values(scheduleErrorKeys).flat())

export const sectionOfError = (key: string): TaskSection => (allScheduleKeys.has(key) ? 'schedule' : 'request')
