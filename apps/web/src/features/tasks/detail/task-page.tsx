import type { TypedTask } from '@knockwire/domain/notifications/preview'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, Suspense, useCallback, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../lib/navigation/paths.ts'
import { usePageNavigate } from '../../../lib/navigation/use-page-navigate.ts'
import { LeaveGuard, useLeaveGuard } from '../../../components/ui/dialogs/leave-guard.tsx'
import { PageTabs } from '../../../components/ui/layout/page-tabs.tsx'
import { SectionBoundary } from '../../../components/ui/feedback/section-boundary.tsx'
import { DefinitionNotes } from '../../../components/definition/definition-notes.tsx'
import { SaveConflict } from '../../../components/owners/save-conflict.tsx'
import { taskForm } from '../settings/lazy-form.ts'
import type { TaskForm } from '../settings/task-form.ts'
import { taskSections, typedTaskOf } from '../settings/task-sections.ts'
import { TestResult } from '../test/test-result.tsx'
import testClasses from '../test/test-result.module.css'
import type { TaskTest } from '../test/use-task-test.ts'
import { isStatus } from '../../../lib/api/api-error.ts'
import { type Editor, useEditor } from '../../../lib/editing/use-editor.ts'
import { recordTaskOpened } from '../task-queries.ts'
import { DisabledNotice } from './disabled-notice.tsx'
import { TaskHeader } from './task-header.tsx'
import { StatusBlock } from './status-block.tsx'
import { TaskSectionsSkeleton } from './task-page-states.tsx'
import { useTaskActions } from './use-task-actions.ts'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'

import { SettingsTab } from './settings-tab.ts'

const DeletedElsewhere = lazyPart(async () => (await import('./deleted-elsewhere.tsx')).DeletedElsewhere)

/** The last test that was started from this page. */
function TestBar({ path, test }: { path: string; test: TaskTest }) {
  return (
    <div className={test.started && testClasses.bar}>
      <TestResult test={test}>
        {test.started && (
          <Link to={`${path}/executions/${test.started.executionId}`} className={testClasses.link}>
            Show this execution
          </Link>
        )}
      </TestResult>
      {test.started && (
        <ActionIcon aria-label="Hide this execution" onClick={test.dismiss}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}

/** Notes once a visit that the task's page was opened [AP-24]. */
function useRecordTaskOpened(taskId: string): void {
  const noted = useRef<string>(undefined)
  useEffect(() => {
    if (noted.current === taskId) return
    noted.current = taskId
    // Only the list's order depends on it: a failure is nobody's business.
    recordTaskOpened(taskId).catch(() => {})
  }, [taskId])
}

interface TaskPageProps {
  task: TaskView
  /** It was deleted elsewhere while something unsaved is on this page. */
  isDeleted?: boolean
  /** The History tab, where the URL names it. */
  history: ReactNode
  /** What of its address stays where a test leads to its first page. */
  historyQuery: string
  /** What its reader can do about it where it notifies nobody. */
  unnotified: ReactNode
  /** The task's notifications, beneath its settings. */
  renderNotifications: (typed: TypedTask | undefined) => ReactNode
}

/** A task's header and tabs. Edits survive a visit to the History tab, and are not left without asking. */
export function TaskPage(props: TaskPageProps) {
  const { task } = props
  const editor = useEditor({ kind: 'task', current: task, sections: taskSections, form: taskForm })
  useRecordTaskOpened(task.id)
  const isOwnPage = useCallback((pathname: string) => pathname.startsWith(paths.task(task.id)), [task.id])
  return (
    <LeaveGuard
      isActive={editor.isDirty}
      isAllowed={isOwnPage}
      title="Leave without saving?"
      message="Your changes to this task are not saved. They will be lost."
      stayLabel="Keep editing"
    >
      <TaskPageContent {...props} editor={editor} />
      <SaveConflict thing="task" saving={editor} />
    </LeaveGuard>
  )
}

function TaskPageContent(props: TaskPageProps & { editor: Editor<TaskForm, TaskView> }) {
  const { task, isDeleted = false, history, historyQuery, unnotified, renderNotifications, editor } = props
  const { request } = editor.values
  const isDeletedElsewhere = isDeleted || isStatus(editor.error, 404)
  const path = paths.task(task.id)
  const navigate = usePageNavigate()
  const guard = useLeaveGuard()
  const actions = useTaskActions(task.id, {
    isHistory: history !== null,
    historyQuery,
    onDeleted: guard.disable,
    onRejected: (errors) => {
      editor.show(errors)
      void navigate(path)
    },
  })
  return (
    <>
      <TaskHeader task={task} isDeleted={isDeletedElsewhere} actions={actions} typed={request} />
      {!isDeletedElsewhere && <DefinitionNotes of={task} />}
      {!isDeletedElsewhere && <StatusBlock task={task} isHistory={history !== null} />}
      {isDeletedElsewhere && taskSections.some((section) => editor.values[section]) && (
        <Suspense fallback={null}>
          <DeletedElsewhere editor={editor} />
        </Suspense>
      )}
      <DisabledNotice task={task} activate={actions.activate} isHistory={history !== null} />
      <TestBar path={path} test={actions.test} />
      {!isDeletedElsewhere && unnotified}
      <PageTabs
        label="Task"
        tabs={[
          { to: path, text: 'Settings', isUnsaved: editor.isDirty },
          { to: `${path}/executions`, text: 'History' },
        ]}
      />
      {history === null ? (
        <Suspense fallback={<TaskSectionsSkeleton />}>
          <SettingsTab
            task={task}
            editor={editor}
            notifications={renderNotifications(request && typedTaskOf(request))}
          />
        </Suspense>
      ) : (
        <SectionBoundary section="The history">{history}</SectionBoundary>
      )}
    </>
  )
}
