import type { TemplateTarget } from '@knockwire/domain/templates/escapes'
import type { Secrets } from '../secrets/secrets.ts'
import type { EncryptedValue, StoredChannelSetting } from '@knockwire/db/stored-json'
import type { DeliveryOccasion } from '@knockwire/db/schema/notifications'
import type { NotificationType } from '@knockwire/domain/notifications/delivery'
import type { ReceiverTemplateValues, TaskTemplateValues } from '@knockwire/domain/templates/variables'
import type { OutboundClient } from '@knockwire/outbound/create-client'
import type { Mailer } from '../mail/mail.ts'
import type { SlackClient } from './slack/slack-client.ts'
import type { SmsSender } from './sms/sms-sender.ts'

/** A picked Slack channel, with its keys as they are kept. */
export interface PickedSlackChannel {
  /** Ours. */
  id: string
  slackChannelId: string
  token: EncryptedValue
  webhookUrl: EncryptedValue | null
}

/** A notification that is due, with all that its channel needs to send it. */
export interface Message<S extends StoredChannelSetting = StoredChannelSetting> {
  /** The same at each attempt. */
  deliveryId: string
  accountId: string
  /** The execution or the received request that it tells of. */
  subjectId: string
  occasion: DeliveryOccasion
  createdAt: Date
  setting: S
  /** What its templates' variables stand for. */
  values: TaskTemplateValues | ReceiverTemplateValues
  /** Of a Slack setting. */
  slackChannel: PickedSlackChannel | null
}

/**
 * `retry`: it may succeed later. `failed`: it will not. The reasons are sentences for the notification's owner.
 * `isRefused`: the provider has said that it did not take it.
 */
export type SendOutcome =
  | { kind: 'delivered'; providerMessageId?: string }
  | { kind: 'retry'; reason: string; retryAfterSeconds?: number; isRefused?: boolean }
  | { kind: 'failed'; reason: string; isRevoked?: boolean }

/** A template, and whose rules its values are escaped by. */
export interface TemplateToFill {
  text: string
  target: TemplateTarget
}

export type Filled = { kind: 'filled'; texts: string[] } | { kind: 'failed'; reason: string }

/** What channels are given; nothing is reached for. */
export interface ChannelTools {
  publicOrigin: string
  now: () => number
  /** Fills a message's templates in: all of them, or none. */
  fill: (message: Message, templates: readonly TemplateToFill[]) => Promise<Filled>
  mailer: Mailer
  unsubscribeUrl: (accountId: string, address: string) => string
  smsSender: SmsSender
  slackClient: SlackClient
  client: OutboundClient
  secrets: Secrets
  /** Signs the account's HTTP notifications. */
  webhookSecretOf: (accountId: string) => Promise<string>
}

export interface Channel<S extends StoredChannelSetting> {
  /** Messages under way at once in this process. */
  concurrency: number
  /** A throw is a fault of this server's, and tried again. */
  send: (message: Message<S>, tools: ChannelTools) => Promise<SendOutcome>
}

export type SettingOf<T extends NotificationType> = Extract<StoredChannelSetting, { type: T }>

export const delivered = (providerMessageId?: string | null): SendOutcome => ({
  kind: 'delivered',
  ...(typeof providerMessageId === 'string' && { providerMessageId }),
})

export const failed = (reason: string): SendOutcome => ({ kind: 'failed', reason })

export const retry = (reason: string, retryAfterSeconds?: number | null): SendOutcome => ({
  kind: 'retry',
  reason,
  ...waitOf(retryAfterSeconds),
})

/** A provider that does not take it now, and has said so. */
export const refusedForNow = (reason: string, retryAfterSeconds?: number | null): SendOutcome => ({
  kind: 'retry',
  reason,
  isRefused: true,
  ...waitOf(retryAfterSeconds),
})

const waitOf = (retryAfterSeconds: number | null | undefined) =>
  typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}
