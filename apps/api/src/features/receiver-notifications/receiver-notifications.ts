import type { Transaction } from '@knockwire/db/client'
import { notifications } from '@knockwire/db/schema/notifications'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { AppError, type FieldErrors, notFound, throwIfInvalid } from '@knockwire/domain/errors'
import {
  notificationLimits,
  type ReceiverNotificationView,
  type SaveReceiverNotificationInput,
} from '@knockwire/domain/notifications/notification'
import { receiverVariables } from '@knockwire/domain/templates/variables'
import { changedFields, nextVersion } from '@knockwire/domain/versions'
import { readSetting } from '@knockwire/services/channels/settings'
import { count, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { validateTemplates } from '../notifications/settings/template-faults.ts'
import {
  findReceiverNotification,
  ofReceiver,
  presentReceiverNotification,
  type ReceiverNotificationRow,
  requireReceiver,
  selectOfReceiver,
} from './queries.ts'

/** The receiver is held while its notifications are counted, so that creations at once cannot pass the limit together. */
export const createReceiverNotification = async (
  context: ApiContext,
  caller: Caller,
  input: SaveReceiverNotificationInput,
): Promise<ReceiverNotificationView> => {
  const templateErrors = await validateTemplates(context, caller, input, receiverVariables)
  return context.db.transaction(async (tx) => {
    const { type, receiverId } = input
    await requireReceiver(tx, caller, receiverId, { isLocked: true })
    const scope = { ...context, ...caller, tx, stored: null }
    const { setting, errors } = await readSetting(scope, input)
    throwIfInvalid({ ...templateErrors, ...errors, ...(await validateCount(tx, receiverId)) })
    const nowMs = context.now()
    const id = uuidv7(nowMs)
    const now = new Date(nowMs)
    const { accountId } = caller
    await tx.insert(notifications).values({ id, accountId, receiverId, type, setting, createdAt: now, updatedAt: now })
    return presentReceiverNotification(context.secrets, await findReceiverNotification(tx, caller, id))
  })
}

const validateCount = async (tx: Transaction, receiverId: string): Promise<FieldErrors> => {
  const isOwn = eq(notifications.receiverId, receiverId)
  const [kept] = await tx.select({ count: count() }).from(notifications).where(isOwn)
  const limit = notificationLimits.perReceiver
  if ((kept?.count ?? 0) < limit) return {}
  return { notificationCount: `A receiver has at most ${limit} notifications. Please delete one first.` }
}

interface Update {
  id: string
  input: SaveReceiverNotificationInput
  /** The version that the caller started from; undefined where they do not say. */
  version?: number | undefined
}

/** Receiver and type stay as they are. */
export const updateReceiverNotification = async (
  context: ApiContext,
  caller: Caller,
  { id, input, version }: Update,
): Promise<ReceiverNotificationView> => {
  const templateErrors = await validateTemplates(context, caller, input, receiverVariables)
  return context.db.transaction(async (tx) => {
    const row = await findReceiverNotification(tx, caller, id, { isLocked: true })
    rejectMove(row, input)
    const scope = { ...context, ...caller, tx, stored: row.notification.setting }
    const { setting, errors } = await readSetting(scope, input)
    throwIfInvalid({ ...templateErrors, ...errors })
    const updatedAt = new Date(context.now())
    await tx.update(notifications).set({ setting, updatedAt }).where(eq(notifications.id, id))
    const before = presentReceiverNotification(context.secrets, row)
    const after = presentReceiverNotification(context.secrets, await findReceiverNotification(tx, caller, id))
    // Rejected, nothing of the above is committed.
    const changed = changedFields(before, after)
    const versions = nextVersion(row.notification, { changed, sent: version, current: () => before })
    await tx.update(notifications).set(versions).where(eq(notifications.id, id))
    return { ...after, version: versions.version }
  })
}

const rejectMove = ({ receiverId, notification }: ReceiverNotificationRow, input: SaveReceiverNotificationInput) => {
  if (input.receiverId === receiverId && input.type === notification.type) return
  throw new AppError('MALFORMED', 'A notification keeps its receiver and its type. Please create another one instead.')
}

/** What it has told already stays in the history. */
export const deleteReceiverNotification = async (
  { db }: ApiContext,
  caller: Caller,
  { id }: { id: string },
): Promise<void> => {
  const deleted = await db.delete(notifications).where(ofReceiver(caller, id)).returning({ id: notifications.id })
  if (deleted.length === 0) throw notFound('notification')
}

/** All of a receiver's, in the order in which they were made: there are 10 at most. */
export const listReceiverNotifications = async (
  { db, secrets }: ApiContext,
  caller: Caller,
  { receiverId }: { receiverId: string },
): Promise<{ results: ReceiverNotificationView[] }> => {
  await requireReceiver(db, caller, receiverId)
  const rows = await selectOfReceiver(db, receiverId)
  return { results: rows.map((row) => presentReceiverNotification(secrets, row)) }
}
