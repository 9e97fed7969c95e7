import type { FieldErrors } from '@knockwire/domain/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { paths } from '../../../lib/navigation/paths.ts'
import { usePageNavigate } from '../../../lib/navigation/use-page-navigate.ts'
import { fieldErrorsIn, messageOf } from '../../../lib/api/api-error.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { type TaskTest, useTaskTest } from '../test/use-task-test.ts'
import { taskKey } from '../../../lib/api/query-keys.ts'

interface Options {
  /** The History tab is open: a test shows its run there, and Back leads no further than before. */
  isHistory: boolean
  /** What of its address stays then. */
  historyQuery: string
  /** The fields for which the task cannot run. */
  onRejected: (errors: FieldErrors) => void
}

/** The test that is started from a task's page, and leads to its run in the history. */
export function usePageTest(taskId: string, { isHistory, historyQuery, onRejected }: Options): TaskTest {
  const client = useQueryClient()
  const navigate = usePageNavigate()

  const hideScheduled = useRef<() => void>(undefined)
  const test = useTaskTest(taskId, {
    onStarted: async () => {
      hideScheduled.current?.()
      hideScheduled.current = snackbar.info('Test task has been scheduled')
      void client.invalidateQueries({ queryKey: taskKey(taskId) })
      await navigate(
        { pathname: paths.history({ kind: 'task', id: taskId }), search: historyQuery },
        { replace: isHistory },
      )
    },
    onError: (error) => {
      snackbar.error(messageOf(error))
      const errors = fieldErrorsIn(error)
      if (errors !== null) onRejected(errors)
    },
  })

  const hasEnded = test.ended !== null
  // The result stands below by then.
  useEffect(() => {
    if (hasEnded) hideScheduled.current?.()
  }, [hasEnded])

  return test
}
