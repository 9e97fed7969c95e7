import type { Transaction } from '@knockwire/db/client'
import { deliveries, notifications, slackChannels } from '@knockwire/db/schema/notifications'
import type { StoredChannelSetting } from '@knockwire/db/stored-json'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { checkCondition } from '@knockwire/domain/conditions/check-condition'
import { normalizeCondition } from '@knockwire/domain/conditions/condition'
import { describeCondition } from '@knockwire/domain/conditions/describe'
import type { SettingInputs } from '@knockwire/domain/channels/settings'
import { throwIfInvalid, type FieldErrors, notFound } from '@knockwire/domain/errors'
import type { DeliveryView } from '@knockwire/domain/notifications/delivery'
import type { TestNotificationInput, TestReceiverNotificationInput } from '@knockwire/domain/notifications/notification'
import {
  type ReceiverTemplateValues,
  receiverVariables,
  type TaskTemplateValues,
  taskVariables,
} from '@knockwire/domain/templates/variables'
import { readSetting, recipientOf } from '@knockwire/services/channels/settings'
import { sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import { and, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { throttle } from '../auth/throttle.ts'
import { subjectOfTask } from '../notifications/preview/preview-notification.ts'
import { validateTemplates } from '../notifications/settings/template-faults.ts'
import { valuesOfReceiver } from '../receiver-notifications/preview-receiver-notification.ts'
import { presentDelivery } from './load-deliveries.ts'

/** Sends and resends of an account together: each may call somebody else's server. */
const perMinute = 20

export const throttleSending = (context: ApiContext, { accountId }: Caller) =>
  throttle(context, [{ key: `send-delivery:${accountId}`, limit: perMinute, perMs: 60_000 }])

/** Sends a task's notification once, as it stands in the form and marked as a test, whether or not its condition is met. */
export const sendTaskTest = async (
  context: ApiContext,
  caller: Caller,
  input: TestNotificationInput,
): Promise<DeliveryView> => {
  const { taskId, notificationId } = input
  const condition = normalizeCondition(input.condition)
  const { subject } = await subjectOfTask(context, caller, { taskId, condition })
  const answered =
    subject.question && (await context.sandbox.run(caller.accountId, { kind: 'preview', templates: [], ...subject }))
  const values = subject.values as TaskTemplateValues
  const value = answered?.verdict?.value ?? values.condition.value
  const told = { ...values.condition, description: `Test: ${describeCondition(condition)}`, value, holds: true }
  return send(context, caller, {
    setting: input,
    notificationId,
    values: { ...values, condition: told },
    errors: { ...(await validateTemplates(context, caller, input, taskVariables)), ...checkCondition(input.condition) },
  })
}

/** The same for a receiver's. */
export const sendReceiverTest = async (
  context: ApiContext,
  caller: Caller,
  input: TestReceiverNotificationInput,
): Promise<DeliveryView> => {
  const { values } = await valuesOfReceiver(context, caller, { receiverId: input.receiverId })
  return send(context, caller, {
    setting: input,
    notificationId: input.notificationId,
    values: values as ReceiverTemplateValues,
    errors: await validateTemplates(context, caller, input, receiverVariables),
  })
}

interface TestToSend {
  setting: SettingInputs
  notificationId: string | undefined
  values: TaskTemplateValues | ReceiverTemplateValues
  errors: FieldErrors
}

const send = async (context: ApiContext, caller: Caller, test: TestToSend): Promise<DeliveryView> => {
  await throttleSending(context, caller)
  return context.db.transaction(async (tx) => {
    const stored = test.notificationId === undefined ? null : await findStored(tx, caller, test.notificationId)
    const { setting, errors } = await readSetting({ ...context, ...caller, tx, stored }, test.setting)
    throwIfInvalid({ ...test.errors, ...errors })
    const nowMs = context.now()
    const slackChannel = setting.type === 'SLACK' ? await findSlackChannel(tx, setting.slack.channelId) : null
    const row = {
      id: uuidv7(nowMs),
      accountId: caller.accountId,
      notificationId: test.notificationId ?? uuidv7(nowMs),
      subjectId: uuidv7(nowMs),
      occasion: 'TEST' as const,
      type: setting.type,
      recipient: recipientOf(setting, slackChannel),
      status: 'PENDING' as const,
      draft: { setting, values: storable(test.values) },
      createdAt: new Date(nowMs),
    }
    const [created] = await tx.insert(deliveries).values(row).returning()
    if (created === undefined) throw new Error('The test was not written.')
    await sendDeliveries(context.queue, tx, [{ id: row.id, type: row.type, accountId: row.accountId }])
    return presentDelivery(created)
  })
}

const findStored = async (tx: Transaction, { accountId }: Caller, id: string): Promise<StoredChannelSetting> => {
  const [found] = await tx
    .select({ setting: notifications.setting })
    .from(notifications)
    .where(and(eq(notifications.id, id), eq(notifications.accountId, accountId)))
  if (found === undefined) throw notFound('notification')
  return found.setting
}

/** It is known to be the caller's: the setting was checked. */
const findSlackChannel = async (tx: Transaction, id: string) => {
  const { channel, teamName } = slackChannels
  const [found] = await tx.select({ channel, teamName }).from(slackChannels).where(eq(slackChannels.id, id))
  return found ?? null
}

/** Characters of each text: a test shows that the message arrives, not all of a body. */
const longestText = 20_000

/** PostgreSQL's JSON has no NUL and no half of a surrogate pair. */
const storable = <T extends object>(values: T): T =>
  JSON.parse(
    JSON.stringify(values, (_key, value: unknown) =>
      typeof value === 'string' ? value.slice(0, longestText).toWellFormed().replaceAll('\0', '') : value,
    ),
  )
