import type { FieldErrors } from '@knockwire/domain/errors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { paths } from '../../../lib/navigation/paths.ts'
import { usePageNavigate } from '../../../lib/navigation/use-page-navigate.ts'
import { fieldErrorsIn, ignoreNotFound, messageOf } from '../../../lib/api/api-error.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { useTaskTest } from '../test/use-task-test.ts'
import { removeOwnerCache, setOwnerCache } from '../../../lib/owners/owner-queries.ts'
import { taskKind } from '../task-queries.ts'
import { deletionKey, taskKey } from '../../../lib/api/query-keys.ts'

interface Options {
  /** The History tab is open: a test shows its run there, and Back leads no further than before. */
  isHistory: boolean
  /** What of its address stays then. */
  historyQuery: string
  /** The fields for which the task cannot run. */
  onRejected: (errors: FieldErrors) => void
  onDeleted: () => void
}

/** What can be done with a task as a whole. */
export function useTaskActions(taskId: string, { isHistory, historyQuery, onRejected, onDeleted }: Options) {
  const client = useQueryClient()
  const navigate = usePageNavigate()

  const onError = (error: Error) => {
    snackbar.error(messageOf(error))
    const errors = fieldErrorsIn(error)
    if (errors !== null) onRejected(errors)
  }

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
    onError,
  })

  const hasEnded = test.ended !== null
  // The result stands below by then.
  useEffect(() => {
    if (hasEnded) hideScheduled.current?.()
  }, [hasEnded])

  const activate = useMutation({
    mutationFn: () => taskKind.activate(taskId),
    onSuccess: async (task) => {
      snackbar.info('Task activated')
      await setOwnerCache(client, taskKind, task)
    },
    onError,
  })

  const deactivate = useMutation({
    mutationFn: () => taskKind.deactivate(taskId),
    onSuccess: async (task) => {
      snackbar.info('Task deactivated')
      await setOwnerCache(client, taskKind, task)
    },
    onError,
  })

  const remove = useMutation({
    mutationKey: deletionKey({ kind: 'task', id: taskId }),
    mutationFn: async () => {
      // A poll in flight would answer 404.
      await client.cancelQueries({ queryKey: taskKey(taskId) })
      await taskKind.remove(taskId).catch(ignoreNotFound)
    },
    onSuccess: async () => {
      snackbar.info('Task deleted')
      onDeleted()
      await navigate(paths.tasks, { replace: true })
      await removeOwnerCache(client, taskKind, taskId)
    },
  })

  return { test, activate, deactivate, remove }
}

export type TaskActions = ReturnType<typeof useTaskActions>
