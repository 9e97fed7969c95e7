import { Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { createdPath } from '../features/tasks/draft/created-path.ts'
import { DraftEditor } from '../features/tasks/draft/draft-editor.tsx'
import { NewDraft } from '../features/tasks/draft/new-draft.tsx'
import { DetailFailure, DetailRedirect, DetailSkeleton } from '../components/layouts/detail-states.tsx'
import { taskKind, useFreshTask } from '../features/tasks/task-queries.ts'
import { NotificationsBox } from '../features/notifications/lazy-notifications-box.tsx'
import { useIsViewer } from '../lib/session/account.ts'
import { isStatus } from '../lib/api/api-error.ts'
import { lazyPart } from '../lib/navigation/lazy-part.ts'
import { useHasUnsavedWork } from '../lib/editing/unsaved-work.ts'

const OnlyEditors = lazyPart(async () => (await import('../components/layouts/only-editors.tsx')).OnlyEditors)

/** `/dashboard/drafts/:taskId`; the id `new` asks for an empty draft first. */
export function DraftPage() {
  const { taskId = '' } = useParams()
  const isViewer = useIsViewer()
  const isUnsaved = useHasUnsavedWork()
  // Somebody who is typing learns of it where it is saved.
  if (isViewer && !isUnsaved) {
    return (
      <Suspense fallback={null}>
        <OnlyEditors thing="task" />
      </Suspense>
    )
  }
  return taskId === 'new' ? <NewDraft /> : <Draft key={taskId} taskId={taskId} />
}

function Draft({ taskId }: { taskId: string }) {
  const task = useFreshTask(taskId)
  const [isBegun, setIsBegun] = useState(false)
  const isUnsaved = useHasUnsavedWork()
  // What is typed starts from the draft as it is now, not as it was when last seen.
  if (!task.isFetchedAfterMount) return <DetailSkeleton owner={taskKind} title="Create task" label="Loading draft..." />
  const isDeleted = isStatus(task.error, 404)
  // What was typed is not thrown away with the draft.
  if (task.data === undefined || (isDeleted && !isUnsaved)) {
    return <DetailFailure owner={taskKind} title="Create task" error={task.error} onRetry={() => void task.refetch()} />
  }
  if (task.data.status === 'DRAFT' && !isBegun) setIsBegun(true)
  // One that is created while it is edited stays until all that is typed is saved.
  if (task.data.status !== 'DRAFT' && !isBegun) return <DetailRedirect owner={taskKind} to={createdPath(taskId)} />
  return (
    <DraftEditor
      task={task.data}
      isDeleted={isDeleted}
      renderNotifications={(typedTask) => (
        <NotificationsBox owner={{ kind: 'task', id: taskId, typedTask, scheduler: task.data.scheduler }} isDraft />
      )}
    />
  )
}
