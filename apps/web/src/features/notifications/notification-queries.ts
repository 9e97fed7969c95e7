import { templatesOf } from '@knockwire/domain/channels/templates'
import type { DeliveryView } from '@knockwire/domain/notifications/deliveries/delivery'
import type { MuteInput } from '@knockwire/domain/notifications/mute'
import type { NotificationView, ReceiverNotificationView } from '@knockwire/domain/notifications/notification'
import { useDebouncedValue } from '@mantine/hooks'
import type { TaskView } from '@knockwire/domain/tasks/task'
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { refreshAccount } from '../../lib/session/account.ts'
import { api } from '../../lib/api/api-client.ts'
import { useSeenNews } from '../../lib/api/news.ts'
import { schemaOf } from '../../lib/api/schemas.ts'
import { ignoreNotFound, isStatus, storedNowIn } from '../../lib/api/api-error.ts'
import { ownerKey, viewKey } from '../../lib/api/query-keys.ts'
import { snackbar } from '../../lib/browser/snackbar.ts'
import type { NotificationForm } from './channels/channel.ts'
import { storedOf, toInput, toSettings, typedOf, type StoredNotification } from './notification-form.ts'
import { kindOf, type NotificationOwner } from './owner.ts'
import { toRule } from './rule/rule-form.ts'

const notificationsKey = (owner: NotificationOwner) => [...ownerKey(owner), 'notifications'] as const

export const useNotifications = (owner: NotificationOwner) =>
  useQuery({
    queryKey: notificationsKey(owner),
    queryFn: async ({ signal }) => {
      const { path, idKey, list } = kindOf(owner)
      const { results } = await api.get(`${path}?${idKey}=${encodeURIComponent(owner.id)}`, list, { signal })
      return results.map(storedOf)
    },
  })

/** A test that was sent, until it is delivered: then it counts for the plan. */
export const deliveryQuery = (sent: DeliveryView | undefined) =>
  queryOptions({
    queryKey: ['deliveries', sent?.id],
    enabled: sent !== undefined,
    initialData: sent,
    queryFn: async ({ signal, client }) => {
      const delivery = await api.get(`/api/v1/deliveries/${sent?.id}`, schemaOf('DeliveryView'), { signal })
      if (delivery.status !== 'PENDING') void refreshAccount(client)
      return delivery
    },
  })

interface MutationContext {
  owner: NotificationOwner
  /** While its owner is being created, changes are not announced [DR-13]. */
  isQuiet: boolean
}

/** Creates a notification, or with an id changes that one. */
export function useSaveNotification({ owner, isQuiet }: MutationContext, notificationId: string | null) {
  const client = useQueryClient()
  const queryKey = notificationsKey(owner)
  return useMutation({
    mutationFn: async ({ form, version }: { form: NotificationForm; version: number | undefined }) => {
      const { path, view } = kindOf(owner)
      const address = notificationId === null ? path : `${path}/${notificationId}`
      return storedOf(
        await api.post(address, { ...toInput(owner, form), ...(version !== undefined && { version }) }, view),
      )
    },
    onSuccess: async (saved) => {
      if (!isQuiet) snackbar.info(notificationId === null ? 'Notification created' : 'Notification updated')
      await client.cancelQueries({ queryKey })
      client.setQueryData<StoredNotification[]>(queryKey, (stored) => stored && withSaved(stored, saved))
      countNotifications(client, owner)
      void client.invalidateQueries({ queryKey })
    },
    // It was deleted elsewhere.
    onError: (error) => void (isStatus(error, 404) && client.invalidateQueries({ queryKey })),
  })
}

/** The notification as it is stored now, where a save was rejected since it was changed elsewhere; null for any other error. */
export const storedNotificationIn = (error: unknown): StoredNotification | null => {
  const stored = storedNowIn(error) as NotificationView | ReceiverNotificationView | null
  return stored && storedOf(stored)
}

/** What a task's page says of tasks that notify nobody holds at once. */
function countNotifications(client: QueryClient, owner: NotificationOwner): void {
  const notificationCount = client.getQueryData<StoredNotification[]>(notificationsKey(owner))?.length
  if (owner.kind !== 'task' || notificationCount === undefined) return
  client.setQueryData<TaskView>(viewKey(owner), (task) => task && { ...task, notificationCount })
}

const withSaved = (stored: StoredNotification[], saved: StoredNotification) =>
  stored.some(({ id }) => id === saved.id)
    ? stored.map((notification) => (notification.id === saved.id ? saved : notification))
    : [...stored, saved]

export function useDeleteNotification({ owner, isQuiet }: MutationContext) {
  const client = useQueryClient()
  const queryKey = notificationsKey(owner)
  return useMutation({
    mutationFn: (id: string) => api.delete(`${kindOf(owner).path}/${id}`).catch(ignoreNotFound),
    onSuccess: async (_, deletedId) => {
      if (!isQuiet) snackbar.info('Notification deleted')
      await client.cancelQueries({ queryKey })
      client.setQueryData<StoredNotification[]>(queryKey, (stored) => stored?.filter(({ id }) => id !== deletedId))
      countNotifications(client, owner)
      void client.invalidateQueries({ queryKey })
    },
  })
}

/** Mutes a notification, or with null unmutes it. */
export function useMuteNotification({ owner, isQuiet }: MutationContext) {
  const client = useQueryClient()
  const queryKey = notificationsKey(owner)
  return useMutation({
    mutationFn: async ({ id, mute }: { id: string; mute: MuteInput | null }) => {
      const { path, view } = kindOf(owner)
      const verb = mute === null ? 'unmute' : 'mute'
      return storedOf(await api.post(`${path}/${id}/${verb}`, mute ?? undefined, view))
    },
    onSuccess: async (saved) => {
      if (!isQuiet) snackbar.info(saved.mute === null ? 'Notification unmuted' : 'Notification muted')
      await client.cancelQueries({ queryKey })
      client.setQueryData<StoredNotification[]>(queryKey, (stored) => stored && withSaved(stored, saved))
    },
    onError: (error) => void (isStatus(error, 404) && client.invalidateQueries({ queryKey })),
  })
}

/** Milliseconds after the last keystroke. */
const idleMs = 300

/** The form's templates as they would read now, and whether its condition is met by the newest execution or request, also by one that comes meanwhile. */
export function useNotificationPreview(owner: NotificationOwner, form: NotificationForm) {
  const [{ rule, heartbeat, action }] = useDebouncedValue(form, idleMs)
  const { path, idKey } = kindOf(owner)
  const news = useSeenNews(owner)
  const condition = rule && toRule(rule).condition
  const input = {
    [idKey]: owner.id,
    ...(condition && { condition }),
    ...(heartbeat && { isOfHeartbeat: true }),
    ...typedOf(owner),
    templates: templatesOf(toSettings(action)),
  }
  const query = useQuery({
    queryKey: [...ownerKey(owner), 'notification-preview', input, news],
    queryFn: async ({ signal }) => ({
      ...(await api.post(`${path}/preview`, input, schemaOf('PreviewView'), { signal })),
      decided: condition,
    }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    // The server renders few at a time.
    retry: (failures, error) => isStatus(error, 429) && failures < 5,
    retryDelay: 1_000,
  })
  const typed = form.rule && toRule(form.rule).condition
  return {
    ...query,
    /** The verdict is about a condition that has been changed since. */
    isVerdictOld: query.data !== undefined && JSON.stringify(query.data.decided) !== JSON.stringify(typed),
  }
}

export type NotificationPreview = ReturnType<typeof useNotificationPreview>
