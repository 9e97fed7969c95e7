import type { TaskView } from '@knockwire/domain/tasks/task'
import { requestMergeFields } from '../../../components/request-editor/request-merge.ts'
import { type Difference, differencesOf, type MergeField, plainField, type Versions } from '../../../lib/merge.ts'
import { type ScheduleDefaults, toSchedulerInput } from '../schedule/schedule-form.ts'
import { describeSchedule } from '../schedule/describe-schedule.ts'
import { type RequestSettingsForm, requestSettingsOf, scheduleOf, type TaskForm } from './task-form.ts'

type WholeForm = Required<TaskForm>

const inRequest = ({ key, label, read, text, copy }: MergeField<RequestSettingsForm>): MergeField<WholeForm> => ({
  key,
  label,
  read: ({ request }) => read(request),
  text: ({ request }) => text(request),
  copy: (from, into) => ({ ...into, request: copy(from.request, into.request) }),
})

/** A task's fields, as a conflict between two saves shows them. The schedule is one: its fields mean nothing apart. */
const taskMergeFields: readonly MergeField<WholeForm>[] = [
  ...[plainField<RequestSettingsForm, 'name'>('name', 'Name'), ...requestMergeFields<RequestSettingsForm>()].map(
    inRequest,
  ),
  {
    key: 'schedule',
    label: 'Schedule',
    read: ({ schedule }) => toSchedulerInput(schedule),
    text: ({ schedule }) => {
      const scheduler = toSchedulerInput(schedule)
      const zone = scheduler.mode === 'CUSTOM' ? ` (${schedule.expression}, ${schedule.timezone})` : ''
      return `${describeSchedule(scheduler)}${zone}`
    },
    copy: ({ schedule }, into) => ({ ...into, schedule }),
  },
]

/** A save that was rejected, since something was saved elsewhere after editing started. */
export interface TaskConflict {
  versions: Versions<WholeForm>
  differences: readonly Difference[]
  stored: TaskView
  fields: readonly MergeField<WholeForm>[]
}

/** What was typed, beside what it started from and what is stored by now; a section that is only read is as it was. */
export function taskConflict(
  { form, base }: { form: TaskForm; base: TaskView },
  stored: TaskView,
  defaults: ScheduleDefaults,
): TaskConflict {
  const wholeOf = (task: TaskView): WholeForm => ({
    request: requestSettingsOf(task),
    schedule: scheduleOf(task, defaults),
  })
  const versions = { base: wholeOf(base), mine: { ...wholeOf(base), ...form }, theirs: wholeOf(stored) }
  return { versions, differences: differencesOf(taskMergeFields, versions), stored, fields: taskMergeFields }
}
