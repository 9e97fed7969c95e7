import type { DeliveryDraft, DeliveryOccasion, DeliveryVerdict } from '@knockwire/db/schema/notifications'
import { plainArray } from '@knockwire/db/sql-array'
import type { EncryptedValue, StoredChannelSetting, UsageCount } from '@knockwire/db/stored-json'
import type { NotificationType } from '@knockwire/domain/notifications/deliveries/delivery'
import { type InstanceWithLimits, limitsOf } from '@knockwire/domain/instance/limits'
import type { Plan } from '@knockwire/domain/plans/plan'
import type { AccountLimits } from '@knockwire/domain/plans/plans'
import { countAttemptSql } from '@knockwire/services/deliveries/delivery-sql'
import type { PickedSlackChannel } from '@knockwire/services/channels/channel'
import type pg from 'pg'

/** An attempt at a delivery, begun by this process: a row of `deliveries` with what belongs to it. */
export interface Attempt {
  deliveryId: string
  accountId: string
  notificationId: string
  subjectId: string
  /** Whose notification it is, a task's or a receiver's; both null where it has been deleted, and of a test. */
  taskId: string | null
  receiverId: string | null
  occasion: DeliveryOccasion
  type: NotificationType
  /** Counts from 1. It is also the attempt's token: once another has begun, only that it was delivered is recorded. */
  attempt: number
  verdict: DeliveryVerdict | null
  createdAt: Date
  plan: Plan
  /** The account's. */
  limits: AccountLimits
  /** As it was counted against the plan, where it may yet be given back. */
  counted: UsageCount | null
  /** Its own id where other mails of its notification may have joined it while it waited. */
  joinedTo: string | null
  /** Somebody asked for it and waits, with a test or by sending it again: it is neither muted nor joined with others. */
  isRequested: boolean
  /** The notification sends nothing now. What somebody asked for is sent all the same. */
  isMuted: boolean
  /** Null: the notification has been deleted. */
  setting: StoredChannelSetting | null
  /** Of a test. */
  draft: DeliveryDraft | null
  /** Whether an owner's address was ever confirmed, or counts as it: nothing is sent for an account where none was. */
  isConfirmed: boolean
  /** Of an email address: whether it is confirmed, and whether its owner wants no more mails. */
  address: { isVerified: boolean; isUnsubscribed: boolean }
  /** Null also where the channel has been disconnected. */
  slackChannel: PickedSlackChannel | null
  isSlackRevoked: boolean
}

const beginSql = `
  with waiting as (
    select id, counted from deliveries where id = any ($1::uuid[]) and status = 'PENDING' order by id for update
  ), begun as (${countAttemptSql}
  )
  select b.*, a.plan, n.task_id, n.receiver_id,
    coalesce(n.muted_until > now(), false) and not b.is_requested as is_muted, c.setting, v.address is not null as is_verified, v.unsubscribed_at is not null as is_unsubscribed,
    $2 or exists (
      select from account_owners o join verified_emails e on e.account_id = o.account_id and e.address = o.email
      where o.account_id = b.account_id
    ) as is_confirmed,
    s.id as picked_id, s.slack_channel_id, s.token, s.webhook_url, s.revoked_at is not null as is_revoked
  from begun b
  join accounts a on a.id = b.account_id
  left join notifications n on n.id = b.notification_id
  cross join lateral (select coalesce(b.draft -> 'setting', n.setting) as setting) c
  left join verified_emails v on v.account_id = b.account_id and v.address = c.setting #>> '{email,address}'
  left join slack_channels s on s.account_id = b.account_id
    and s.id = case when b.type = 'SLACK' then nullif(c.setting #>> '{slack,channelId}', '')::uuid end
  order by b.id`

interface Row {
  id: string
  account_id: string
  notification_id: string
  subject_id: string
  task_id: string | null
  receiver_id: string | null
  occasion: DeliveryOccasion
  type: NotificationType
  attempts: number
  verdict: DeliveryVerdict | null
  created_at: Date
  counted: UsageCount | null
  joined_to: string | null
  is_requested: boolean
  plan: Plan
  is_muted: boolean
  setting: StoredChannelSetting | null
  draft: DeliveryDraft | null
  is_confirmed: boolean
  is_verified: boolean
  is_unsubscribed: boolean
  picked_id: string | null
  slack_channel_id: string | null
  token: EncryptedValue | null
  webhook_url: EncryptedValue | null
  is_revoked: boolean
}

/**
 * Counts an attempt of each that still waits, before it is made. What is missing in the answer needs no more attempts. What the
 * attempt was counted as against the plan is stored with that attempt alone: if no process records how it ended, it may have been
 * sent, so its count is not given back, whatever the outcome of the next one. `isEmbedded`: accounts count as confirmed.
 */
export const beginAttempts = async (
  client: pg.PoolClient,
  deliveryIds: readonly string[],
  { isEmbedded, limits }: InstanceWithLimits & { isEmbedded: boolean },
): Promise<Attempt[]> => {
  const values = [plainArray(deliveryIds), isEmbedded]
  const { rows } = await client.query<Row>({ name: 'begin_attempts', text: beginSql, values })
  return rows.map((row) => toAttempt(row, limitsOf(row.plan, { limits })))
}

const toAttempt = (row: Row, limits: AccountLimits): Attempt => ({
  deliveryId: row.id,
  accountId: row.account_id,
  notificationId: row.notification_id,
  subjectId: row.subject_id,
  taskId: row.task_id,
  receiverId: row.receiver_id,
  occasion: row.occasion,
  type: row.type,
  attempt: row.attempts,
  verdict: row.verdict,
  createdAt: row.created_at,
  plan: row.plan,
  limits,
  counted: row.counted,
  joinedTo: row.joined_to,
  isRequested: row.is_requested,
  isMuted: row.is_muted,
  setting: row.setting,
  draft: row.draft,
  isConfirmed: row.is_confirmed,
  address: { isVerified: row.is_verified, isUnsubscribed: row.is_unsubscribed },
  slackChannel:
    row.picked_id === null || row.slack_channel_id === null || row.token === null
      ? null
      : { id: row.picked_id, slackChannelId: row.slack_channel_id, token: row.token, webhookUrl: row.webhook_url },
  isSlackRevoked: row.is_revoked,
})
