import { requestMergeFields } from '../../../components/request-editor/request-merge.ts'
import { inSection, type MergeField, plainField } from '../../../lib/editing/merge.ts'
import { catchUpWords } from '../schedule/schedule-labels.ts'
import { completionWords } from './completion-labels.ts'
import { describeSchedule } from '../schedule/describe-schedule.ts'
import { toSchedulerInput } from '../schedule/schedule-form.ts'
import type { RequestSettingsForm, TaskForm } from './task-form.ts'

/** A task's fields, as a conflict between two saves shows them. The schedule is one: its fields mean nothing apart. */
export const taskMergeFields: readonly MergeField<TaskForm>[] = [
  ...[
    plainField<RequestSettingsForm, 'name'>('name', 'Name'),
    plainField<RequestSettingsForm, 'completion'>('completion', 'Completion', completionWords),
    ...requestMergeFields<RequestSettingsForm>(),
  ].map(inSection<TaskForm, 'request'>('request')),
  {
    key: 'schedule',
    label: 'Schedule',
    read: ({ schedule }) => toSchedulerInput(schedule),
    text: ({ schedule }) => {
      const scheduler = toSchedulerInput(schedule)
      const zone = scheduler.mode === 'CUSTOM' ? ` (${schedule.cronExpression}, ${schedule.timezone})` : ''
      return `${describeSchedule(scheduler)}${zone}. ${catchUpWords(scheduler)}`
    },
    copy: ({ schedule }, into) => ({ ...into, schedule }),
  },
]
