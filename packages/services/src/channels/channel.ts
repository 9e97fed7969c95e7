import type { Transaction } from '@knockwire/db/client'
import type { FieldErrors } from '@knockwire/domain/errors'
import type { UriVerdict } from '@knockwire/outbound/url-rules'
import type { ProviderSettings } from '../settings/provider-settings.ts'
import type { TemplateTarget } from '@knockwire/domain/templates/escapes'
import type { SecretValuesOf } from '../requests/secret-values.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { EncryptedValue, StoredChannelSetting } from '@knockwire/db/stored-json'
import type { DeliveryOccasion, DeliveryResponse } from '@knockwire/db/schema/notifications'
import type { NotificationType } from '@knockwire/domain/notifications/deliveries/delivery'
import type { ReceiverTemplateValues, TaskTemplateValues } from '@knockwire/domain/templates/variables'
import type { OutboundClient } from '@knockwire/outbound/create-client'
import type { MailTone } from '../mail/mail-frame.ts'
import type { Mailer } from '../mail/mail.ts'

/** A picked Slack channel, with its keys as they are kept. */
export interface PickedSlackChannel {
  /** Ours. */
  id: string
  slackChannelId: string
  token: EncryptedValue
  webhookUrl: EncryptedValue | null
}

/** What a channel that can show more than its template says about the event: state, what was and is, when, how long. */
export interface MessageSummary {
  states: { label: string; tone: MailTone }[]
  /** The task's or receiver's name. */
  title: string
  facts: (readonly [label: string, value: string])[]
  action: { label: string; url: string }
}

/** A notification that is due, with all that its channel needs to send it. */
export interface Message<S extends StoredChannelSetting = StoredChannelSetting> {
  /** The same at each attempt. */
  deliveryId: string
  accountId: string
  /** The execution or the received request that it is about. */
  subjectId: string
  occasion: DeliveryOccasion
  createdAt: Date
  setting: S
  /** What its templates' variables stand for. */
  values: TaskTemplateValues | ReceiverTemplateValues
  summary: MessageSummary
  /** Of an email that stands for several: how many, and a list of them. */
  joined?: { count: number; text: string }
  /** Of a Slack setting. */
  slackChannel: PickedSlackChannel | null
}

/**
 * `retry`: it may succeed later. `failed`: it will not. The reasons are sentences for the notification's owner.
 * `isRejected`: the provider has said that it did not take it.
 */
export type SendOutcome =
  | { kind: 'delivered'; providerMessageId?: string; response?: DeliveryResponse }
  | {
      kind: 'retry'
      reason: string
      /** The system's word for it, which the log may say: it names nobody, unlike the reason. */
      code?: string
      retryAfterSeconds?: number
      isRejected?: boolean
      response?: DeliveryResponse
    }
  | { kind: 'failed'; reason: string; isRevoked?: boolean; response?: DeliveryResponse }

/** A template, and whose rules its values are escaped by. */
export interface TemplateToFill {
  text: string
  target: TemplateTarget
}

export type Filled = { kind: 'filled'; texts: string[] } | { kind: 'failed'; reason: string }

/** What a channel's sender works with; nothing is reached for. */
export interface SenderDependencies {
  settings: ProviderSettings
  publicOrigin: string
  now: () => number
  /** Fills a message's templates in: all of them, or none. */
  fill: (message: Message, templates: readonly TemplateToFill[]) => Promise<Filled>
  mailer: Mailer
  unsubscribeUrl: (accountId: string, address: string) => string
  /** The development outbox of embedded mode; gives the message's id there. */
  writeToOutbox: (message: OutboxMessage) => Promise<string>
  client: OutboundClient
  secrets: Secrets
  /** What requests refer to. */
  secretValuesOf: SecretValuesOf
  /** Signs the account's HTTP notifications. */
  webhookSecretOf: (accountId: string) => Promise<string>
}

export interface OutboxMessage {
  channel: NotificationType
  to: string
  body: string
}

/** What a setting is checked with. */
export interface SettingScope {
  tx: Transaction
  accountId: string
  secrets: Secrets
  checkUri: (uri: string) => UriVerdict
  /** The notification's setting so far; null where it is a new one. */
  stored: StoredChannelSetting | null
  /** What was found of recipients in the same transaction, where many settings are read in it: each is looked up once. */
  recipients?: Map<string, Promise<string | null>>
}

/** Why a recipient cannot be notified; null where it can. `recipient`: its channel and what it is known by there. */
export const checkOnce = (
  { recipients }: Pick<SettingScope, 'recipients'>,
  recipient: string,
  check: () => Promise<string | null>,
): Promise<string | null> => {
  const known = recipients?.get(recipient)
  if (known !== undefined) return known
  const found = check()
  recipients?.set(recipient, found)
  return found
}

/** A setting as it would be stored, and what speaks against storing it. */
export interface CheckedSetting<S extends StoredChannelSetting> {
  setting: S
  errors: FieldErrors
}

/** What a setting is shown with. `secrets` null: what is likely a secret is masked. `slackChannel`: of a Slack setting, where it is known. */
export interface ViewScope {
  secrets: Secrets | null
  slackChannel: SlackChannelName | null
}

/** How a picked Slack channel is called. */
export interface SlackChannelName {
  teamName: string
  channel: string
}

/** A way to notify: one folder here and one line in registry.ts. Its schemas and templates are in the domain's folder of the same name. */
export interface Channel<S extends StoredChannelSetting = StoredChannelSetting, Input = never, View = unknown> {
  /** Messages in flight at once in this process. */
  concurrency: number
  /** Called once a process. What it gives sends one message; a throw is a fault of this server's, and tried again. */
  openSender: (dependencies: SenderDependencies) => (message: Message<S>) => Promise<SendOutcome>
  /** The setting as a call gives it, made ready and checked, but for its templates. */
  readSetting: (scope: SettingScope, input: Input) => Promise<CheckedSetting<S>>
  /** The setting as its owner sees it. */
  viewSetting: (setting: S, scope: ViewScope) => View
  /** Whom it reaches, as tables and histories show it. */
  recipientOf: (setting: S, slackChannel: SlackChannelName | null) => string
  /** Where the templates are in the stored setting: they may be long, and are not read where only the recipient is wanted. */
  templatePaths: readonly (readonly string[])[]
  /** Why there is no point in sending a message, whatever its provider would say; null where there is one. */
  rejectionOf: ((setting: S, recipient: RecipientState) => string | null) | null
}

/** What is known of a recipient when an attempt begins. */
export interface RecipientState {
  /** Of an email address: whether it is confirmed, and whether its owner wants no more mails. */
  address: { isVerified: boolean; isUnsubscribed: boolean }
  /** Null also where the channel has been disconnected. */
  slackChannel: PickedSlackChannel | null
  isSlackRevoked: boolean
}

/** The validation errors among these messages, by their fields. */
export const errorsOf = (messages: Readonly<Record<string, string | null>>): FieldErrors =>
  Object.fromEntries(Object.entries(messages).filter((entry): entry is [string, string] => entry[1] !== null))

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
export const rejectedForNow = (reason: string, retryAfterSeconds?: number | null): SendOutcome => ({
  kind: 'retry',
  reason,
  isRejected: true,
  ...waitOf(retryAfterSeconds),
})

const waitOf = (retryAfterSeconds: number | null | undefined) =>
  typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}

/** A test says so, whatever its template says. */
export const markTest = ({ occasion }: Pick<Message, 'occasion'>, text: string): string =>
  occasion === 'TEST' ? `[Test] ${text}` : text
