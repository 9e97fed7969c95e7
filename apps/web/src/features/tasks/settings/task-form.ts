import type { SaveTaskInput, TaskView } from '@knockwire/domain/tasks/task'
import {
  keptRequestTarget,
  requestFormOf,
  toRequestTarget,
  type RequestForm,
} from '../../../components/request-editor/request-form.ts'
import {
  keptSchedulerInput,
  scheduleFormOf,
  toSchedulerInput,
  type ScheduleDefaults,
  type ScheduleForm,
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
    target: request === undefined ? keptRequestTarget(task.request.target) : toRequestTarget(request),
  },
  scheduler: schedule === undefined ? keptSchedulerInput(task.scheduler) : toSchedulerInput(schedule),
})

/** Whether saving the form would change anything. */
export const hasChanged = (task: TaskView, form: TaskForm, defaults: ScheduleDefaults): boolean =>
  JSON.stringify(toSaveTaskInput(task, form)) !== JSON.stringify(toSaveTaskInput(task, untouched(task, form, defaults)))

const untouched = (task: TaskView, form: TaskForm, defaults: ScheduleDefaults): TaskForm => ({
  ...(form.request && { request: requestSettingsOf(task) }),
  ...(form.schedule && { schedule: scheduleOf(task, defaults) }),
})
