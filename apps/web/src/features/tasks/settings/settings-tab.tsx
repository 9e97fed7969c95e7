import type { TaskView } from '@knockwire/domain/tasks/task'
import { Skeleton } from '@mantine/core'
import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { RequestSummary } from '../../../components/request-editor/request-summary.tsx'
import { ScheduleSummary } from '../schedule/schedule-summary.tsx'
import { SettingsSection } from '../../../components/ui/settings-section.tsx'
import { useEditKeys } from '../../../lib/use-edit-keys.ts'
import { focusFirstError, focusFirstField, OnArrival } from '../../../lib/focus.ts'
import { prefetchWhenIdle } from '../../../lib/prefetch-when-idle.ts'
import classes from './settings.module.css'
import type { TaskSection } from './task-form.ts'
import type { TaskEditing } from './use-task-editing.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'

const loadEditors = () => import('./section-editors.ts')
const RequestFields = lazyPart(async () => (await loadEditors()).RequestFields)
const ScheduleEditor = lazyPart(async () => (await loadEditors()).ScheduleEditor)
const ConflictDialog = lazyPart(async () => (await loadEditors()).ConflictDialog)

interface SettingsTabProps {
  task: TaskView
  /** Owned by the page, so that it survives a visit to the History tab. */
  editing: TaskEditing
  /** The task's notifications, beneath the two sections. */
  notifications?: ReactNode
}

/** The request and the schedule, each read or edited separately. */
export function SettingsTab({ task, editing, notifications }: SettingsTabProps) {
  const { form, errors } = editing
  const sections = useRef<HTMLDivElement>(null)
  useEffect(() => prefetchWhenIdle(loadEditors), [])
  useEffect(() => {
    if (editing.rejections > 0) focusFirstError(sections.current)
  }, [editing.rejections])
  useEditKeys({
    isEnabled: editing.isEditing,
    onSave: editing.save,
    onCancel: () => sectionsToCancel(sections.current, editing).forEach(editing.cancel),
  })
  // As a section opens its editor may still be on its way.
  const focusEditor = (section: TaskSection) => {
    if (Object.keys(errors).length > 0) focusFirstError(sections.current)
    else focusFirstField(sections.current?.querySelector<HTMLElement>(`[data-section="${section}"]`) ?? null)
  }
  const sectionProps = (section: TaskSection) => ({
    mode: form[section] === undefined ? ('read' as const) : ('edit' as const),
    isSaving: editing.isSaving,
    onEdit: () => editing.edit(section),
    onSave: editing.save,
    onCancel: () => editing.cancel(section),
  })
  return (
    <div ref={sections} className={classes.sections}>
      <div data-section="request">
        <SettingsSection title="Request Settings" {...sectionProps('request')}>
          {form.request === undefined ? (
            <RequestSummary target={task.request.target}>
              <dt>Name</dt>
              <dd>{task.name ?? <span className={classes.quiet}>None</span>}</dd>
            </RequestSummary>
          ) : (
            <Suspense fallback={<Skeleton height={240} />}>
              <RequestFields form={form.request} errors={errors} onChange={editing.changeRequest} />
              <OnArrival run={() => focusEditor('request')} />
            </Suspense>
          )}
        </SettingsSection>
      </div>
      <div data-section="schedule">
        <SettingsSection title="Request Schedule" {...sectionProps('schedule')}>
          {form.schedule === undefined ? (
            <ScheduleSummary scheduler={task.scheduler} />
          ) : (
            <Suspense fallback={<Skeleton height={240} />}>
              <ScheduleEditor form={form.schedule} errors={errors} onChange={editing.changeSchedule} />
              <OnArrival run={() => focusEditor('schedule')} />
            </Suspense>
          )}
        </SettingsSection>
      </div>
      {notifications}
      {editing.conflict && (
        <Suspense fallback={null}>
          <ConflictDialog
            key={editing.conflict.stored.version}
            thing="task"
            differences={editing.conflict.differences}
            isSaving={editing.isSaving}
            onSave={editing.resolve}
            onKeepEditing={editing.postpone}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Escape gives up the section that has the focus, or all where none has it. */
function sectionsToCancel(within: HTMLElement | null, { form, isSaving }: TaskEditing): TaskSection[] {
  if (isSaving) return []
  const open = (['request', 'schedule'] as const).filter((section) => form[section] !== undefined)
  const focused = open.filter((section) =>
    within?.querySelector(`[data-section="${section}"]`)?.contains(document.activeElement),
  )
  return focused.length > 0 ? focused : open
}
