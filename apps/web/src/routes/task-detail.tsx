import { Navigate, useMatch, useParams } from 'react-router'
import { BodyActionsContext } from '../components/inspect/body-actions.ts'
import { ExecutionHistory } from '../features/history/executions/execution-history.tsx'
import { NotificationsBox } from '../features/notifications/notifications-box.tsx'
import { TaskFailure, TaskSkeleton } from '../features/tasks/detail/task-page-states.tsx'
import { TaskPage } from '../features/tasks/detail/task-page.tsx'
import { useTask } from '../features/tasks/task-queries.ts'
import { isStatus } from '../lib/api-error.ts'
import { useBodyActions } from './use-body-actions.ts'

/** `/dashboard/tasks/:taskId` and its History tab below `/executions`. */
export function Component() {
  const { taskId = '', executionId } = useParams()
  const isHistory = useMatch('/dashboard/tasks/:taskId/executions/*') !== null
  const task = useTask(taskId)
  const bodyActions = useBodyActions(taskId)
  if (task.data === undefined || isStatus(task.error, 404)) {
    return task.isError ? (
      <TaskFailure title="Task" error={task.error} onRetry={() => void task.refetch()} />
    ) : (
      <TaskSkeleton title="Task" label="Loading task..." />
    )
  }
  if (task.data.status === 'DRAFT') return <Navigate to={`/dashboard/drafts/${taskId}`} replace />
  return (
    <TaskPage
      key={taskId}
      task={task.data}
      history={
        isHistory ? (
          <BodyActionsContext value={bodyActions}>
            <ExecutionHistory task={task.data} executionId={executionId} />
          </BodyActionsContext>
        ) : null
      }
      notifications={<NotificationsBox owner={{ kind: 'task', id: taskId }} />}
    />
  )
}
