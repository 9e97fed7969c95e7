import type { TaskView } from '@knockwire/domain/tasks/task'
import type { ReactNode } from 'react'
import { EditableSection, useEditableSections } from '../../../components/owners/editable-section.tsx'
import { RequestSummary } from '../../../components/request-editor/request-summary.tsx'
import { Columns } from '../../../components/ui/layout/columns.tsx'
import { OnArrival } from '../../../lib/browser/focus.ts'
import type { Editor } from '../../../lib/editing/use-editor.ts'
import { isInFlight } from '../list/run-tone.ts'
import { ScheduleSummary } from '../schedule/schedule-summary.tsx'
import { useTaskHealth } from '../task-queries.ts'
import { completionWords } from './completion-labels.ts'
import { RequestFields, ScheduleEditor } from './lazy-form.ts'
import classes from './settings.module.css'
import type { TaskForm } from './task-form.ts'

interface SettingsTabProps {
  task: TaskView
  /** Of the page, so that it survives a visit to the History tab. */
  editor: Editor<TaskForm, TaskView>
  /** The task's notifications, beneath the two sections. */
  notifications: ReactNode
}

/** The request and the schedule, each read or edited separately. */
export function SettingsTab({ task, editor, notifications }: SettingsTabProps) {
  const within = useEditableSections(editor)
  const recentRuns = useTaskHealth(task.id)?.recentRuns ?? []
  return (
    <Columns ref={within} aside={notifications}>
      <EditableSection
        {...{ editor, within }}
        section="request"
        title="Request Settings"
        summary={<TaskRequestSummary task={task} />}
        renderFields={(fields, onArrival) => (
          <>
            <RequestFields fields={fields} />
            <OnArrival run={onArrival} />
          </>
        )}
      />
      <EditableSection
        {...{ editor, within }}
        section="schedule"
        title="Request Schedule"
        summary={<ScheduleSummary scheduler={task.scheduler} isInFlight={isInFlight(recentRuns)} />}
        renderFields={(fields, onArrival) => <ScheduleEditor fields={fields} onArrival={onArrival} />}
      />
    </Columns>
  )
}

/** The request as it is read, with what a task has beside it: a name, and when its executions end. */
const TaskRequestSummary = ({ task }: { task: TaskView }) => (
  <RequestSummary
    target={task.request.target}
    after={
      <>
        <dt>An execution ends</dt>
        <dd>{completionWords(task.completion?.withinSeconds ?? null)}</dd>
      </>
    }
  >
    <dt>Name</dt>
    <dd>{task.name ?? <span className={classes.quiet}>None</span>}</dd>
  </RequestSummary>
)
