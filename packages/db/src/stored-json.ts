import type { EmailSetting } from '@knockwire/domain/channels/email/email-setting'
import type { SlackSettingInput } from '@knockwire/domain/channels/slack/slack-setting'
import type { SmsSetting } from '@knockwire/domain/channels/sms/sms-setting'
import type { ReadonlyHeaderList } from '@knockwire/domain/headers/header-list'
import type { RequestMethod } from '@knockwire/domain/requests/request-target'

/** The shapes of JSON columns. What reads and writes them is in packages/services. */

/** A value under AES-256-GCM; `k` names the key, so that keys can be rotated. */
export interface EncryptedValue {
  k: string
  iv: string
  data: string
}

export type StoredValue = string | EncryptedValue

/** Headers at rest: in their order, duplicates kept, what is likely a secret encrypted. */
export type StoredHeaders = readonly (readonly [name: string, value: StoredValue])[]

/** A request as it is stored: whatever is secret in it is encrypted. */
export interface StoredRequest {
  uri: string
  method: RequestMethod
  headers: StoredHeaders
  body: string | null
  basicAuth: { status: 'ENABLED' | 'DISABLED'; username: string; password: EncryptedValue | null }
  followRedirect: boolean
  allowInsecureCerts: boolean
  /**
   * Names of the account's secrets that `${secret:NAME}` stands for in it; left out where it has no such text, so that it is sent as
   * it is.
   */
  secretNames?: readonly string[]
}

/** The file that manages a task or receiver, and what was changed by hand since it was applied. */
export interface StoredManagedBy {
  project: string
  source: string | null
  /** ISO 8601; null where nothing was changed since. */
  editedAt: string | null
  /** JSON Pointers (RFC 6901) within its definition. */
  editedPaths: readonly string[]
}

type Headers<V> = readonly (readonly [name: string, value: V])[]

/** What was sent, secrets masked. */
export interface SentRequest {
  uri: string
  method: RequestMethod
  headers: ReadonlyHeaderList
  body: string | null
}

/** A request without what differs between the executions that sent it: a header whose value is null had the execution's id. */
export interface SharedRequest extends Omit<SentRequest, 'headers'> {
  headers: Headers<string | null>
}

/** How a notification reaches its recipient; `type` is the notification's own. */
export type StoredChannelSetting =
  | { type: 'EMAIL'; email: EmailSetting }
  | { type: 'SMS'; sms: SmsSetting }
  | { type: 'SLACK'; slack: SlackSettingInput }
  | { type: 'HTTP'; request: StoredRequest }

/** One email or SMS that a plan has counted: where, so that it can be refunded whatever the plan is by then. */
export interface UsageCount {
  key: string
  /** Of the period. */
  startMs: number
}
