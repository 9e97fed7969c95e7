import type { Transaction } from '@knockwire/db/client'
import { beginningForPostgres } from '@knockwire/db/postgres-text'
import { notifications, slackChannels } from '@knockwire/db/schema/notifications'
import type { StoredChannelSetting } from '@knockwire/db/stored-json'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { notFound, throwIfInvalid } from '@knockwire/domain/errors'
import type { DeliveryView } from '@knockwire/domain/notifications/deliveries/delivery'
import { readSetting, recipientOf } from '@knockwire/services/channels/settings'
import { announceDeliveries, sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import { insertTest } from '@knockwire/services/deliveries/write-deliveries'
import { and, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { presentDelivery } from '../deliveries/load-deliveries.ts'
import { throwIfAddressUnconfirmed } from '../../access/owned/confirmed-account.ts'
import { throttleSending } from '../deliveries/resend-delivery.ts'
import type { NotificationOwner, OwnerShapes } from './owner.ts'
import { validateTemplates } from './validate-templates.ts'
import { audit } from '../../access/audit.ts'
import { throwIfCallsPaused } from '../../access/calls-paused.ts'
import { maskUri } from '@knockwire/domain/audit/mask-requests'

/** Sends an owner's notification once, as it stands in the form and marked as a test, whether or not it is due. */
export const sendTest = async <Shapes extends OwnerShapes>(
  context: ApiContext,
  caller: Caller,
  owner: NotificationOwner<Shapes>,
  input: Shapes['test'],
): Promise<DeliveryView> => {
  const { values, errors: ruleErrors } = await owner.readTest(context, caller, input)
  const templateErrors = await validateTemplates(context, caller, input, owner.variables)
  await throwIfAddressUnconfirmed(context, context.db, caller.accountId, 'send notifications')
  await throwIfCallsPaused(context.db)
  await throttleSending(context, caller)
  const created = await context.db.transaction(async (tx) => {
    const { notificationId } = input
    const stored = notificationId === undefined ? null : await findStored(tx, caller, notificationId)
    const { setting, errors } = await readSetting({ ...context, ...caller, tx, stored }, input)
    throwIfInvalid({ ...templateErrors, ...ruleErrors, ...errors })
    const nowMs = context.now()
    const slackChannel = setting.type === 'SLACK' ? await findSlackChannel(tx, setting.slack.channelId) : null
    const row = {
      id: uuidv7(nowMs),
      accountId: caller.accountId,
      notificationId: notificationId ?? uuidv7(nowMs),
      subjectId: uuidv7(nowMs),
      type: setting.type,
      recipient: recipientOf(setting, slackChannel),
      draft: { setting, values: toDraftValues(values) },
      createdAt: new Date(nowMs),
    }
    const inserted = await insertTest(tx, row)
    await sendDeliveries(context.queue, tx, [{ id: row.id, type: row.type, accountId: row.accountId }])
    const object = {
      type: 'NOTIFICATION',
      id: notificationId ?? null,
      name: `${row.type}: ${maskUri(row.recipient)}`,
    } as const
    await audit(context, tx, caller, { action: 'notification.tested', object })
    return presentDelivery(inserted)
  })
  announceDeliveries(context.queue, [created.type])
  return created
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

const toDraftValues = <T extends object>(values: T): T =>
  JSON.parse(
    JSON.stringify(values, (_key, value: unknown) =>
      typeof value === 'string' ? beginningForPostgres(value, longestText) : value,
    ),
  )
