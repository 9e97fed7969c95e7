import type { Transaction } from '@knockwire/db/client'
import { alertStates, notifications } from '@knockwire/db/schema/notifications'
import type { Condition } from '@knockwire/domain/conditions/condition'
import { AppError } from '@knockwire/domain/errors'
import type { NotificationView, SaveNotificationInput } from '@knockwire/domain/notifications/notification'
import { taskVariables } from '@knockwire/domain/templates/variables'
import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { refuseFaults } from '../tasks/save/check-task.ts'
import { presentNotification } from './presenter.ts'
import { findNotification, type TaskNotificationRow } from './queries.ts'
import { readCondition, readFiring } from './read-rule.ts'
import { readSetting } from '@knockwire/services/channels/settings'
import { templateFaults } from './settings/template-faults.ts'

interface Update {
  id: string
  input: SaveNotificationInput
}

/** Task and type stay as they are. When it tells, where not sent, stays too. */
export const updateNotification = async (
  context: ApiContext,
  caller: Caller,
  { id, input }: Update,
): Promise<NotificationView> => {
  const templateErrors = await templateFaults(context, caller, input, taskVariables)
  return context.db.transaction(async (tx) => {
    const row = await findNotification(tx, caller, id, { isHeld: true })
    refuseMove(row, input)
    const kept = row.notification
    const scope = { ...context, ...caller, tx, stored: kept.setting }
    const { setting, errors } = await readSetting(scope, input)
    const { condition, errors: conditionErrors } = await readCondition(tx, caller, input.condition)
    refuseFaults({ ...templateErrors, ...errors, ...conditionErrors })
    const firing = readFiring(input.firing ?? kept.firing ?? undefined)
    const updatedAt = new Date(context.now())
    await tx.update(notifications).set({ condition, firing, setting, updatedAt }).where(eq(notifications.id, id))
    await forgetOther(tx, row, condition)
    return presentNotification(context.secrets, await findNotification(tx, caller, id))
  })
}

const refuseMove = ({ taskId, notification }: TaskNotificationRow, input: SaveNotificationInput) => {
  if (input.taskId === taskId && input.type === notification.type) return
  throw new AppError('MALFORMED', 'A notification keeps its task and its type. Please create another one instead.')
}

/** What was seen of another condition says nothing about this one. */
const forgetOther = async (tx: Transaction, { notification }: TaskNotificationRow, condition: Condition) => {
  if (isDeepStrictEqual(notification.condition, condition)) return
  await tx.delete(alertStates).where(eq(alertStates.notificationId, notification.id))
}
