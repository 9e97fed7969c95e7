import { taskFieldKeyOf } from '@knockwire/domain/tasks/field-keys'
import type { SaveTaskInput, TaskView } from '@knockwire/domain/tasks/task'
import {
  unchangedRequestTarget,
  type RequestForm,
  requestFormOf,
  toRequestTarget,
} from '../../../components/request-editor/request-form.ts'
import { loadFormSchemas } from '../../../lib/api/schemas.ts'
import type { EditedForm } from '../../../lib/editing/edited-form.ts'
import { errorsBySchema } from '../../../lib/forms/errors.ts'
import {
  editedSchedulerInput,
  unchangedSchedulerInput,
  scheduleDefaults,
  type ScheduleDefaults,
  type ScheduleForm,
  scheduleFormOf,
  toSchedulerInput,
} from '../schedule/schedule-form.ts'

/** The "Request Settings" section as it is being edited. */
export interface RequestSettingsForm extends RequestForm {
  name: string
  /** How long its executions wait for their completion; null: they end with their response. */
  completion: number | null
}

/** All that Save writes of a task, as it is being edited. */
export interface TaskForm {
  request: RequestSettingsForm
  schedule: ScheduleForm
}

export const requestSettingsOf = (task: TaskView): RequestSettingsForm => ({
  name: task.name ?? '',
  completion: task.completion?.withinSeconds ?? null,
  ...requestFormOf(task.request.target),
})

export const scheduleOf = (task: TaskView, defaults: ScheduleDefaults): ScheduleForm =>
  scheduleFormOf(task.scheduler, defaults)

export const taskFormOf = (task: TaskView, defaults: ScheduleDefaults): TaskForm => ({
  request: requestSettingsOf(task),
  schedule: scheduleOf(task, defaults),
})

/** What Save, Create and auto-save send: sections that are only read go back as they came. */
export const toSaveTaskInput = (
  task: TaskView,
  { request, schedule }: Partial<TaskForm>,
  defaults: ScheduleDefaults = scheduleDefaults(),
): SaveTaskInput => ({
  completion: completionInput(request === undefined ? (task.completion?.withinSeconds ?? null) : request.completion),
  name: request === undefined ? task.name : request.name.trim() || null,
  request: {
    target: request === undefined ? unchangedRequestTarget(task.request.target) : toRequestTarget(request),
  },
  scheduler:
    schedule === undefined ? unchangedSchedulerInput(task.scheduler) : schedulerInput(task, schedule, defaults),
})

/** A draft gets all that its form shows, the browser's zone as well: messages about the task show times in it. */
const schedulerInput = ({ status, scheduler }: TaskView, schedule: ScheduleForm, defaults: ScheduleDefaults) =>
  status === 'DRAFT' ? toSchedulerInput(schedule) : editedSchedulerInput(scheduler, schedule, defaults)

const completionInput = (withinSeconds: number | null) => (withinSeconds === null ? null : { withinSeconds })

/** How a task is edited. It brings the libraries that read cron expressions only where a conflict shows one. */
export const editedTask: EditedForm<TaskForm, TaskView, SaveTaskInput> = {
  valuesOf: (task) => taskFormOf(task, scheduleDefaults()),
  toInput: (task, values) => toSaveTaskInput(task, values),
  check: async (input) => errorsBySchema((await loadFormSchemas()).SaveTaskInput, input, taskFieldKeyOf),
  mergeFields: async () => (await import('./task-merge.ts')).taskMergeFields,
}
