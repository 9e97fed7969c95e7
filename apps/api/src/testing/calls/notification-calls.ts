import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { slackChannels } from '@knockwire/db/schema/notifications'
import { receivers } from '@knockwire/db/schema/receivers'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { Condition } from '@knockwire/domain/conditions/condition'
import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import type { NotificationType } from '@knockwire/domain/notifications/deliveries/delivery'
import type { NotificationView, SaveNotificationInput } from '@knockwire/domain/notifications/notification'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { defaultTaskTemplates } from '@knockwire/domain/channels/templates'
import { type Asker, post } from './task-calls.ts'
import type { TestApp } from '../test-app.ts'

export const verifiedAddress = 'verified@example.com'

/** An address that the account may send to. */
export const verifyAddress = async (
  { db }: Pick<TestApp, 'db'>,
  { accountId, userId }: { accountId: string; userId: string },
  address = verifiedAddress,
): Promise<void> => {
  await db.insert(verifiedEmails).values({ accountId, address, verifiedAt: new Date(), verifiedBy: userId })
}

/** A channel as the round trip to Slack leaves it. */
export const insertSlackChannel = async (
  { db, context }: Pick<TestApp, 'db' | 'context'>,
  { accountId }: { accountId: string },
  changes: Partial<typeof slackChannels.$inferInsert> = {},
): Promise<string> => {
  const id = uuidv7()
  await db.insert(slackChannels).values({
    id,
    accountId,
    teamId: 'T1',
    teamName: 'Acme',
    slackChannelId: `C${id}`,
    channel: '#alerts',
    token: context.secrets.encrypt('xoxb-secret'),
    createdAt: new Date(),
    ...changes,
  })
  return id
}

export const insertReceiver = async (
  { db }: Pick<TestApp, 'db'>,
  { accountId }: { accountId: string },
  changes: Partial<typeof receivers.$inferInsert> = {},
): Promise<string> => {
  const id = uuidv7()
  const now = new Date()
  await db.insert(receivers).values({
    id,
    accountId,
    token: id,
    name: 'Deployments',
    status: 'ACTIVE',
    responseCode: 200,
    contentType: 'text/plain',
    responseBody: 'OK',
    createdAt: now,
    updatedAt: now,
    ...changes,
  })
  return id
}

const {
  emailSubject,
  emailTemplate: emailBody,
  smsTemplate: sms,
  messageTemplate: slack,
  requestBody: httpBody,
} = defaultTaskTemplates

/** What each dialog sends when only its recipient was filled in. */
export const settingOf = (type: NotificationType, slackChannelId = ''): Partial<SaveNotificationInput> => {
  switch (type) {
    case 'EMAIL':
      return { emailSetting: { address: verifiedAddress, subject: emailSubject, template: emailBody } }
    case 'SMS':
      return { smsSetting: { countryCode: '+1', phoneNumber: '2125550100', template: sms } }
    case 'SLACK':
      return { slackSetting: { channelId: slackChannelId, messageTemplate: slack } }
    case 'HTTP':
      return {
        request: {
          target: { ...defaultRequestTarget, method: 'POST', uri: 'https://example.com/hook', body: httpBody },
        },
      }
  }
}

export const notificationInput = (
  taskId: string,
  type: NotificationType = 'HTTP',
  changes: Omit<Partial<SaveNotificationInput>, 'condition'> & { condition?: Partial<Condition> } = {},
): SaveNotificationInput => ({
  type,
  taskId,
  ...settingOf(type),
  ...changes,
  condition: { ...defaultCondition, ...changes.condition },
})

export const makeNotification = async (asker: Asker, input: SaveNotificationInput): Promise<NotificationView> => {
  const answer = await post(asker, '/notifications', input)
  if (answer.statusCode !== 201) throw new Error(`Expected 201, got ${answer.statusCode}: ${answer.body}`)
  return answer.json<NotificationView>()
}
