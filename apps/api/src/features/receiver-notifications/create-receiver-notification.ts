import type { Transaction } from '@knockwire/db/client'
import { notifications } from '@knockwire/db/schema/notifications'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { FieldErrors } from '@knockwire/domain/errors'
import {
  notificationLimits,
  type ReceiverNotificationView,
  type SaveReceiverNotificationInput,
} from '@knockwire/domain/notifications/notification'
import { receiverVariables } from '@knockwire/domain/templates/variables'
import { count, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { readSetting } from '@knockwire/services/channels/settings'
import { templateFaults } from '../notifications/settings/template-faults.ts'
import { refuseFaults } from '../tasks/save/check-task.ts'
import { presentReceiverNotification } from './presenter.ts'
import { findReceiverNotification, requireReceiver } from './queries.ts'

/** The receiver is held while its notifications are counted, so that creations at once cannot pass the limit together. */
export const createReceiverNotification = async (
  context: ApiContext,
  caller: Caller,
  input: SaveReceiverNotificationInput,
): Promise<ReceiverNotificationView> => {
  const templateErrors = await templateFaults(context, caller, input, receiverVariables)
  return context.db.transaction(async (tx) => {
    const { type, receiverId } = input
    await requireReceiver(tx, caller, receiverId, { isHeld: true })
    const scope = { ...context, ...caller, tx, stored: null }
    const { setting, errors } = await readSetting(scope, input)
    refuseFaults({ ...templateErrors, ...errors, ...(await countFault(tx, receiverId)) })
    const nowMs = context.now()
    const id = uuidv7(nowMs)
    const now = new Date(nowMs)
    const { accountId } = caller
    await tx.insert(notifications).values({ id, accountId, receiverId, type, setting, createdAt: now, updatedAt: now })
    return presentReceiverNotification(context.secrets, await findReceiverNotification(tx, caller, id))
  })
}

const countFault = async (tx: Transaction, receiverId: string): Promise<FieldErrors> => {
  const ofReceiver = eq(notifications.receiverId, receiverId)
  const [kept] = await tx.select({ count: count() }).from(notifications).where(ofReceiver)
  const limit = notificationLimits.perReceiver
  if ((kept?.count ?? 0) < limit) return {}
  return { notificationCount: `A receiver has at most ${limit} notifications. Please delete one first.` }
}
