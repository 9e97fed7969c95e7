import type { Transaction } from '@knockwire/db/client'
import { notifications } from '@knockwire/db/schema/notifications'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { FieldErrors } from '@knockwire/domain/errors'
import {
  notificationLimits,
  type NotificationView,
  type SaveNotificationInput,
} from '@knockwire/domain/notifications/notification'
import { taskVariables } from '@knockwire/domain/templates/variables'
import { count, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { refuseFaults } from '../tasks/save/check-task.ts'
import { holdTask } from './hold-task.ts'
import { presentNotification } from './presenter.ts'
import { findNotification } from './queries.ts'
import { readCondition, readFiring } from './read-rule.ts'
import { readSetting } from '@knockwire/services/channels/settings'
import { templateFaults } from './settings/template-faults.ts'

/** The task is held while its notifications are counted, so that creations at once cannot pass the limit together. */
export const createNotification = async (
  context: ApiContext,
  caller: Caller,
  input: SaveNotificationInput,
): Promise<NotificationView> => {
  const templateErrors = await templateFaults(context, caller, input, taskVariables)
  return context.db.transaction(async (tx) => {
    await holdTask(tx, caller, input.taskId)
    const { setting, errors } = await readSetting({ ...context, ...caller, tx, stored: null }, input)
    const rule = await readCondition(tx, caller, input.condition)
    refuseFaults({ ...templateErrors, ...errors, ...rule.errors, ...(await countFault(tx, input.taskId)) })
    const nowMs = context.now()
    const id = uuidv7(nowMs)
    const now = new Date(nowMs)
    await tx.insert(notifications).values({
      id,
      accountId: caller.accountId,
      taskId: input.taskId,
      type: input.type,
      condition: rule.condition,
      firing: readFiring(input.firing),
      setting,
      createdAt: now,
      updatedAt: now,
    })
    return presentNotification(context.secrets, await findNotification(tx, caller, id))
  })
}

const countFault = async (tx: Transaction, taskId: string): Promise<FieldErrors> => {
  const [kept] = await tx.select({ count: count() }).from(notifications).where(eq(notifications.taskId, taskId))
  const limit = notificationLimits.perTask
  if ((kept?.count ?? 0) < limit) return {}
  return { notificationCount: `A task has at most ${limit} notifications. Please delete one first.` }
}
