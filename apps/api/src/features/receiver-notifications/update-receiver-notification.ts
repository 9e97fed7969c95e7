import { notifications } from '@knockwire/db/schema/notifications'
import { AppError } from '@knockwire/domain/errors'
import type {
  ReceiverNotificationView,
  SaveReceiverNotificationInput,
} from '@knockwire/domain/notifications/notification'
import { receiverVariables } from '@knockwire/domain/templates/variables'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { readSetting } from '@knockwire/services/channels/settings'
import { templateFaults } from '../notifications/settings/template-faults.ts'
import { refuseFaults } from '../tasks/save/check-task.ts'
import { presentReceiverNotification } from './presenter.ts'
import { findReceiverNotification, type ReceiverNotificationRow } from './queries.ts'

interface Update {
  id: string
  input: SaveReceiverNotificationInput
}

/** Receiver and type stay as they are. */
export const updateReceiverNotification = async (
  context: ApiContext,
  caller: Caller,
  { id, input }: Update,
): Promise<ReceiverNotificationView> => {
  const templateErrors = await templateFaults(context, caller, input, receiverVariables)
  return context.db.transaction(async (tx) => {
    const row = await findReceiverNotification(tx, caller, id, { isHeld: true })
    refuseMove(row, input)
    const scope = { ...context, ...caller, tx, stored: row.notification.setting }
    const { setting, errors } = await readSetting(scope, input)
    refuseFaults({ ...templateErrors, ...errors })
    const updatedAt = new Date(context.now())
    await tx.update(notifications).set({ setting, updatedAt }).where(eq(notifications.id, id))
    return presentReceiverNotification(context.secrets, await findReceiverNotification(tx, caller, id))
  })
}

const refuseMove = ({ receiverId, notification }: ReceiverNotificationRow, input: SaveReceiverNotificationInput) => {
  if (input.receiverId === receiverId && input.type === notification.type) return
  throw new AppError('MALFORMED', 'A notification keeps its receiver and its type. Please create another one instead.')
}
