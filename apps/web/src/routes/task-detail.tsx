import { Suspense } from 'react'
import { Navigate, useMatch, useParams, useSearchParams } from 'react-router'
import { paths } from '../lib/navigation/paths.ts'
import { BodyActionsContext } from '../components/inspect/outline/body-actions.ts'
import { chartQueryOf } from '../features/history/chart/chart-address.ts'
import { ExecutionHistorySkeleton } from '../features/history/executions/execution-history-states.tsx'
import { ExecutionHistory } from '../features/history/history-tabs.ts'
import { TaskFailure, TaskSkeleton } from '../features/tasks/detail/task-page-states.tsx'
import { TaskPage } from '../features/tasks/detail/task-page.tsx'
import { useTask } from '../features/tasks/task-queries.ts'
import { NotificationsBox } from '../features/notifications/lazy-notifications-box.tsx'
import { NobodyNotified } from '../features/notifications/nobody-notified.tsx'
import { isStatus } from '../lib/api/api-error.ts'
import { hasUnsavedWork } from '../lib/editing/unsaved-work.ts'
import { useBodyActions } from './use-body-actions.ts'
import { useDeferredArrival } from '../lib/browser/use-deferred-arrival.ts'

/** `/dashboard/tasks/:taskId` and its History tab below `/executions`. */
export function TaskDetail() {
  const { taskId = '', executionId } = useParams()
  const isHistory = useMatch(`${paths.history({ kind: 'task', id: ':taskId' })}/*`) !== null
  const [search] = useSearchParams()
  const task = useTask(taskId)
  const data = useDeferredArrival(task.data)
  const bodyActions = useBodyActions(taskId)
  const isDeleted = isStatus(task.error, 404)
  // What was typed is not thrown away with the task.
  if (data === undefined || (isDeleted && !hasUnsavedWork())) {
    return task.isError ? (
      <TaskFailure title="Task" error={task.error} onRetry={() => void task.refetch()} />
    ) : (
      <TaskSkeleton title="Task" label="Loading task..." />
    )
  }
  if (data.status === 'DRAFT') return <Navigate to={paths.draft(taskId)} replace />
  return (
    <TaskPage
      key={taskId}
      task={data}
      isDeleted={isDeleted}
      historyQuery={isHistory ? chartQueryOf(search) : ''}
      history={
        isHistory ? (
          <BodyActionsContext value={bodyActions}>
            <Suspense fallback={<ExecutionHistorySkeleton />}>
              <ExecutionHistory task={data} executionId={executionId} />
            </Suspense>
          </BodyActionsContext>
        ) : null
      }
      unnotified={data.notificationCount === 0 ? <NobodyNotified taskId={taskId} /> : null}
      renderNotifications={(typedTask) => (
        <NotificationsBox owner={{ kind: 'task', id: taskId, typedTask, scheduler: data.scheduler }} />
      )}
    />
  )
}
