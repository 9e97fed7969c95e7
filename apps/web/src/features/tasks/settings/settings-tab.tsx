import type { TaskView } from '@knockwire/domain/tasks/task'
import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { RequestSummary } from '../../../components/request-editor/request-summary.tsx'
import { ScheduleSummary } from '../schedule/schedule-summary.tsx'
import { Columns } from '../../../components/ui/layout/columns.tsx'
import { SettingsSection } from '../../../components/ui/layout/settings-section.tsx'
import { useEditKeys } from '../../../lib/editing/use-edit-keys.ts'
import { focusFirstError, focusFirstField, OnArrival } from '../../../lib/browser/focus.ts'
import { prefetchWhenIdle } from '../../../lib/navigation/prefetch-when-idle.ts'
import { PartNotLoaded } from '../../../lib/navigation/part-not-loaded.tsx'
import { useOpening } from '../../../lib/editing/use-opening.ts'
import { completionWords } from './completion-labels.ts'
import { loadEditors, RequestFields, ScheduleEditor } from './lazy-editors.ts'
import classes from './settings.module.css'
import type { Sections } from '../../../lib/editing/sections.ts'
import type { TaskForm, TaskSection } from './task-form.ts'
import { clearedByRequest, clearedBySchedule, taskSections } from './task-sections.ts'

interface SettingsTabProps {
  task: TaskView
  /** Owned by the page, so that it survives a visit to the History tab. */
  editing: Sections<TaskForm, TaskView>
  /** The task's notifications, beneath the two sections. */
  notifications: ReactNode
}

/** The request and the schedule, each read or edited separately. */
export function SettingsTab({ task, editing, notifications }: SettingsTabProps) {
  const { values, errors } = editing
  const sections = useRef<HTMLDivElement>(null)
  useEffect(() => prefetchWhenIdle(loadEditors), [])
  useEffect(() => {
    if (editing.rejections > 0) focusFirstError(sections.current)
  }, [editing.rejections])
  useEditKeys({
    isEnabled: taskSections.some(editing.isOpen),
    onSave: editing.save,
    onCancel: () => sectionsToCancel(sections.current, editing).forEach(editing.cancel),
  })
  const stateOf = useOpening(editing.host !== null && editing.editing === null, loadEditors)
  const modeOf = (section: TaskSection) =>
    stateOf({ isOpen: editing.isOpen(section), hasValues: values[section] !== undefined })
  // As a section opens, some of its fields may still be on their way.
  const focusEditor = (section: TaskSection) => {
    if (Object.keys(errors).length > 0) focusFirstError(sections.current)
    else focusFirstField(sections.current?.querySelector<HTMLElement>(`[data-section="${section}"]`) ?? null)
  }
  const sectionProps = (section: TaskSection) => ({
    mode: modeOf(section),
    isSaving: editing.isSaving,
    onEdit: () => editing.edit(section),
    onSave: editing.save,
    onCancel: () => editing.cancel(section),
  })
  const shown = (section: TaskSection, summary: ReactNode) =>
    modeOf(section) === 'failed' ? <PartNotLoaded /> : summary
  const request = <NamedRequest task={task} />
  const schedule = <ScheduleSummary scheduler={task.scheduler} />
  return (
    <Columns ref={sections} aside={notifications}>
      <div data-section="request" onBlur={editing.onBlur}>
        <SettingsSection title="Request Settings" {...sectionProps('request')}>
          {values.request ? (
            <Suspense fallback={request}>
              <RequestFields
                form={values.request}
                errors={errors}
                onChange={(change) => editing.change('request', change, clearedByRequest(change))}
              />
              <OnArrival run={() => focusEditor('request')} />
            </Suspense>
          ) : (
            shown('request', request)
          )}
        </SettingsSection>
      </div>
      <div data-section="schedule" onBlur={editing.onBlur}>
        <SettingsSection title="Request Schedule" {...sectionProps('schedule')}>
          {values.schedule ? (
            <Suspense fallback={schedule}>
              <ScheduleEditor
                form={values.schedule}
                errors={errors}
                onChange={(change) => editing.change('schedule', change, clearedBySchedule(change))}
                onArrival={() => focusEditor('schedule')}
              />
            </Suspense>
          ) : (
            shown('schedule', schedule)
          )}
        </SettingsSection>
      </div>
    </Columns>
  )
}

const NamedRequest = ({ task }: { task: TaskView }) => (
  <RequestSummary target={task.request.target}>
    <dt>Name</dt>
    <dd>{task.name ?? <span className={classes.quiet}>None</span>}</dd>
    <dt>Ends</dt>
    <dd>{completionWords(task.completion?.withinSeconds ?? null)}</dd>
  </RequestSummary>
)

/** Escape gives up the section that has the focus, or all where none has it. */
function sectionsToCancel(within: HTMLElement | null, { isOpen }: Sections<TaskForm, TaskView>): TaskSection[] {
  const open = taskSections.filter(isOpen)
  const focused = open.filter((section) =>
    within?.querySelector(`[data-section="${section}"]`)?.contains(document.activeElement),
  )
  return focused.length > 0 ? focused : open
}
