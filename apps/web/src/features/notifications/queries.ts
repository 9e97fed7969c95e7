import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, ignoreNotFound } from '../../lib/api-error.ts'
import { snackbar } from '../../lib/snackbar.ts'
import { deleteNotification, listNotifications, listSlackChannels, saveNotification } from './api.ts'
import type { KeptNotification } from './form/kept-notification.ts'
import type { NotificationForm } from './form/notification-form.ts'
import type { NotificationOwner } from './form/owner.ts'

/** Below the key of the owner, whose end takes them along. */
const notificationsKey = ({ kind, id }: NotificationOwner) => [`${kind}s`, id, 'notifications'] as const

export const useNotifications = (owner: NotificationOwner) =>
  useQuery({
    queryKey: notificationsKey(owner),
    queryFn: ({ signal }) => listNotifications(owner, { signal }),
  })

interface Place {
  owner: NotificationOwner
  /** While its owner is being created nothing is said of its notifications (DR-13). */
  isQuiet: boolean
}

/** Creates a notification, or with an id changes that one. */
export function useSaveNotification({ owner, isQuiet }: Place, notificationId: string | null) {
  const client = useQueryClient()
  const queryKey = notificationsKey(owner)
  return useMutation({
    mutationFn: (form: NotificationForm) => saveNotification(owner, notificationId, form),
    onSuccess: async (saved) => {
      if (!isQuiet) snackbar.info(notificationId === null ? 'Notification created' : 'Notification updated')
      await client.cancelQueries({ queryKey })
      client.setQueryData<KeptNotification[]>(queryKey, (kept) => kept && withSaved(kept, saved))
      void client.invalidateQueries({ queryKey })
    },
  })
}

const withSaved = (kept: KeptNotification[], saved: KeptNotification) =>
  kept.some(({ id }) => id === saved.id)
    ? kept.map((notification) => (notification.id === saved.id ? saved : notification))
    : [...kept, saved]

export function useDeleteNotification({ owner, isQuiet }: Place) {
  const client = useQueryClient()
  const queryKey = notificationsKey(owner)
  return useMutation({
    mutationFn: (notificationId: string) => deleteNotification(owner, notificationId).catch(ignoreNotFound),
    onSuccess: async (_, notificationId) => {
      if (!isQuiet) snackbar.info('Notification deleted')
      await client.cancelQueries({ queryKey })
      client.setQueryData<KeptNotification[]>(queryKey, (kept) => kept?.filter(({ id }) => id !== notificationId))
      void client.invalidateQueries({ queryKey })
    },
  })
}

export const useSlackChannels = () =>
  useQuery({ queryKey: ['slack-channels'], queryFn: ({ signal }) => listSlackChannels({ signal }), staleTime: 0 })

/** The fields at fault; empty where the refusal is about none. */
export const fieldErrorsOf = (error: unknown) => (error instanceof ApiError ? error.errors : {})
