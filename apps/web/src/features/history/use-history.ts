import { useCallback, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isStatus } from '../../lib/api-error.ts'
import { snackbar } from '../../lib/snackbar.ts'
import { useHistoryPage, useLinkedExecution } from './queries.ts'

/**
 * The page in sight: the one of the execution that the URL names, until the user turns to another;
 * else the one of `?page=`, counted from 1 there as people do.
 */
export const useHistory = (taskId: string, executionId: string | undefined) => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const linked = useLinkedExecution(taskId, executionId)
  const asked = Math.max(0, Number.parseInt(search.get('page') ?? '1', 10) - 1) || 0
  const page = executionId === undefined ? asked : (linked.data?._embedded.page ?? 0)
  const isWaitingForLink = executionId !== undefined && linked.isPending
  const history = useHistoryPage(taskId, page, !isWaitingForLink)

  const listPath = `/dashboard/tasks/${taskId}/executions`
  const isMissing = isStatus(linked.error, 404)
  useEffect(() => {
    if (!isMissing) return
    snackbar.warning('Execution detail is not available, showing latest entries instead.')
    void navigate(listPath, { replace: true })
  }, [isMissing, listPath, navigate])

  const turnTo = useCallback(
    (next: number) => void navigate(next === 0 ? listPath : `${listPath}?page=${next + 1}`),
    [listPath, navigate],
  )
  return { history, page, turnTo, linkedId: linked.data?.id, error: isMissing ? null : (linked.error ?? history.error) }
}
