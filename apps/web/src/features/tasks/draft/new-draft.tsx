import { useEffect, useRef, useState } from 'react'
import { useNavigate } from '../../../lib/navigation/page-router.tsx'
import { createDraft } from '../task-queries.ts'
import { TaskFailure, TaskSkeleton } from '../detail/task-page-states.tsx'

/** Asks for an empty draft, and goes on at its address [SH-22]. */
export function NewDraft() {
  const navigate = useNavigate()
  const isRequested = useRef(false)
  const [error, setError] = useState<unknown>(null)

  useEffect(() => {
    // Effects run twice while developing; the draft is created once.
    if (isRequested.current || error !== null) return
    isRequested.current = true
    createDraft().then(({ id }) => navigate(`/dashboard/drafts/${id}`, { replace: true }), setError)
  }, [navigate, error])

  const retry = () => {
    isRequested.current = false
    setError(null)
  }

  return error === null ? (
    <TaskSkeleton title="Create task" label="Preparing a new task..." />
  ) : (
    <TaskFailure title="Create task" error={error} onRetry={retry} />
  )
}
