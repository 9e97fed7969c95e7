import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { BodyActions } from '../components/inspect/body-actions.ts'
import { notificationQuery } from '../features/notifications/begun-notification.ts'

/** What a task offers at a value of a response: a notification about it, begun in the task's settings. */
export function useBodyActions(taskId: string): BodyActions {
  const navigate = useNavigate()
  return useMemo(
    () => ({
      notify: (property, written) =>
        void navigate({ pathname: `/dashboard/tasks/${taskId}`, search: notificationQuery(property, written) }),
    }),
    [navigate, taskId],
  )
}
