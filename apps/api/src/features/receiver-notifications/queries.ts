import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import { notifications } from '@knockwire/db/schema/notifications'
import { receivers } from '@knockwire/db/schema/receivers'
import { notFound } from '@knockwire/domain/errors'
import { ReceiverNotificationType, type ReceiverNotificationView } from '@knockwire/domain/notifications/notification'
import { viewSetting } from '@knockwire/services/channels/settings'
import type { Secrets } from '@knockwire/services/secrets/secrets'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Caller } from '../../context.ts'
import { type NotificationRow, selectNotifications } from '../notifications/settings/select-settings.ts'

export interface ReceiverNotificationRow extends NotificationRow {
  receiverId: string
}

const asReceiverNotification = (row: NotificationRow): ReceiverNotificationRow => {
  const { receiverId } = row.notification
  if (receiverId === null) throw new Error('A receiver’s notification has no receiver.')
  return { ...row, receiverId }
}

export const selectOfReceiver = async (
  db: DatabaseOrTransaction,
  receiverId: string,
): Promise<ReceiverNotificationRow[]> =>
  (await selectNotifications(db, eq(notifications.receiverId, receiverId))).map(asReceiverNotification)

/** The caller's notification of that id, if it is a receiver's. */
export const ofReceiver = ({ accountId }: Caller, id: string) =>
  and(eq(notifications.id, id), eq(notifications.accountId, accountId), isNotNull(notifications.receiverId))

/** `isLocked`: whoever else wants to change it waits until the transaction ends. */
export const findReceiverNotification = async (
  tx: Transaction,
  caller: Caller,
  id: string,
  { isLocked = false } = {},
): Promise<ReceiverNotificationRow> => {
  const select = selectNotifications(tx, ofReceiver(caller, id))
  const [row] = await (isLocked ? select.for('no key update', { of: notifications }) : select)
  if (row === undefined) throw notFound('notification')
  return asReceiverNotification(row)
}

/** Throws where the caller has no such receiver. */
export const requireReceiver = async (
  db: DatabaseOrTransaction,
  { accountId }: Caller,
  receiverId: string,
  { isLocked = false } = {},
): Promise<void> => {
  const mine = and(eq(receivers.id, receiverId), eq(receivers.accountId, accountId))
  const select = db.select({ id: receivers.id }).from(receivers).where(mine)
  const found = await (isLocked ? select.for('no key update') : select)
  if (found.length === 0) throw notFound('receiver')
}

export const presentReceiverNotification = (
  secrets: Secrets,
  { notification, channel, receiverId }: ReceiverNotificationRow,
): ReceiverNotificationView => {
  const { recipient, emailSetting, slackSetting } = viewSetting(notification.setting, {
    secrets,
    slackChannel: channel,
  })
  return {
    id: notification.id,
    version: notification.version,
    type: ReceiverNotificationType.parse(notification.type),
    receiverId,
    recipient,
    ...(emailSetting && { emailSetting }),
    ...(slackSetting && { slackSetting }),
    createdAt: notification.createdAt.toISOString(),
  }
}
