import type { TaskView } from '@knockwire/domain/tasks/task'
import { useCallback, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { LeaveGuard, useLeaveGuard } from '../../../components/ui/leave-guard.tsx'
import { PageTabs } from '../../../components/ui/page-tabs.tsx'
import { PartBoundary } from '../../../components/ui/part-boundary.tsx'
import { SettingsTab } from '../settings/settings-tab.tsx'
import { useTaskEditing, type TaskEditing } from '../settings/use-task-editing.ts'
import { DisabledNotice } from './disabled-notice.tsx'
import { TaskHeader } from './task-header.tsx'
import { useOpenedNote } from './use-opened-note.ts'
import { useTaskActions } from './use-task-actions.ts'

interface TaskPageProps {
  task: TaskView
  /** The History tab, where the URL names it. */
  history: ReactNode
  /** The task's notifications, beneath its settings. */
  notifications?: ReactNode
}

/** A task's header and tabs. What is being edited outlives a look at the history, and is not left unasked. */
export function TaskPage(props: TaskPageProps) {
  const { task } = props
  const editing = useTaskEditing(task)
  useOpenedNote(task.id)
  const isOwnPage = useCallback((pathname: string) => pathname.startsWith(`/dashboard/tasks/${task.id}`), [task.id])
  return (
    <LeaveGuard
      isActive={editing.isChanged}
      isFree={isOwnPage}
      title="Leave without saving?"
      message="Your changes to this task are not saved. They will be lost."
      stayLabel="Keep editing"
    >
      <TaskPageContent {...props} editing={editing} />
    </LeaveGuard>
  )
}

function TaskPageContent({ task, history, notifications, editing }: TaskPageProps & { editing: TaskEditing }) {
  const path = `/dashboard/tasks/${task.id}`
  const navigate = useNavigate()
  const guard = useLeaveGuard()
  const actions = useTaskActions(task.id, {
    onDeleted: guard.lift,
    onRefused: (errors) => {
      editing.show(errors)
      void navigate(path)
    },
  })
  return (
    <>
      <TaskHeader task={task} actions={actions} />
      <DisabledNotice task={task} />
      <PageTabs
        label="Task"
        tabs={[
          { to: path, text: 'Settings' },
          { to: `${path}/executions`, text: 'History' },
        ]}
      />
      {history === null ? (
        <SettingsTab task={task} editing={editing} notifications={notifications} />
      ) : (
        <PartBoundary part="The history">{history}</PartBoundary>
      )}
    </>
  )
}
