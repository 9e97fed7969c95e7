import { Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { BodyActionsContext } from '../components/inspect/outline/body-actions.ts'
import { DetailRedirect } from '../components/layouts/detail-states.tsx'
import { OwnerRoute } from '../components/owners/owner-route.tsx'
import { chartQueryOf } from '../features/history/chart/chart-address.ts'
import { ExecutionHistorySkeleton } from '../features/history/executions/execution-history-states.tsx'
import { ExecutionHistory } from '../features/history/history-tabs.ts'
import { NotificationsBox } from '../features/notifications/lazy-notifications-box.tsx'
import { NobodyNotified } from '../features/notifications/nobody-notified.tsx'
import { TaskPage } from '../features/tasks/detail/task-page.tsx'
import { taskKind } from '../features/tasks/task-queries.ts'
import { paths } from '../lib/navigation/paths.ts'
import { useBodyActions } from './use-body-actions.ts'

/** `/dashboard/tasks/:taskId` and its History tab below `/executions`. */
export function TaskDetail() {
  const { taskId = '', executionId } = useParams()
  const [search] = useSearchParams()
  const bodyActions = useBodyActions(taskId)
  return (
    <OwnerRoute owner={taskKind} id={taskId}>
      {({ view: task, isDeleted, isHistory }) =>
        task.status === 'DRAFT' ? (
          <DetailRedirect owner={taskKind} title="Create task" label="Loading draft..." to={paths.draft(taskId)} />
        ) : (
          <TaskPage
            key={taskId}
            task={task}
            isDeleted={isDeleted}
            historyQuery={isHistory ? chartQueryOf(search) : ''}
            history={
              isHistory ? (
                <BodyActionsContext value={bodyActions}>
                  <Suspense fallback={<ExecutionHistorySkeleton />}>
                    <ExecutionHistory task={task} executionId={executionId} />
                  </Suspense>
                </BodyActionsContext>
              ) : null
            }
            unnotified={task.notificationCount === 0 ? <NobodyNotified taskId={taskId} /> : null}
            renderNotifications={(typedTask) => (
              <NotificationsBox owner={{ kind: 'task', id: taskId, typedTask, scheduler: task.scheduler }} />
            )}
          />
        )
      }
    </OwnerRoute>
  )
}
