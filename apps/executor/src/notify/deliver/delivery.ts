import type { DeliveryOccasion } from '@knockwire/db/schema/notifications'
import type { StoredChannelSetting } from '@knockwire/db/stored-json'
import type { UsageCount } from '@knockwire/db/stored-json'
import type { JsonValue } from '@knockwire/domain/conditions/json-value'
import type { NotificationType } from '@knockwire/domain/notifications/delivery'
import type { Plan } from '@knockwire/domain/plans/plans'
import type { PickedSlackChannel } from '../channel.ts'

/** An attempt at a delivery, begun by this process: a row of `deliveries` with what belongs to it. */
export interface Attempt {
  deliveryId: string
  accountId: string
  subjectId: string
  occasion: DeliveryOccasion
  type: NotificationType
  /** Counts from 1. It is also the attempt's token: once another has begun, only that it was delivered is recorded. */
  attempt: number
  verdict: { description: string; value: JsonValue } | null
  createdAt: Date
  plan: Plan
  /** As it was counted against the plan, where it may yet be given back. */
  counted: UsageCount | null
  /** Null: the notification has been deleted. */
  setting: StoredChannelSetting | null
  /** Of an email address: whether it is confirmed, and whether its owner wants no more mails. */
  address: { isVerified: boolean; isUnsubscribed: boolean }
  /** Null also where the channel has been disconnected. */
  slackChannel: PickedSlackChannel | null
  isSlackRevoked: boolean
}
