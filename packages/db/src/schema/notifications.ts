import type { FieldVersions } from '@knockwire/domain/versions'
import type { Condition } from '@knockwire/domain/conditions/condition'
import type { JsonValue } from '@knockwire/domain/conditions/json-value'
import type { AlertWords } from '@knockwire/domain/notifications/alert-words'
import type { DeliveryStatus, NotificationType } from '@knockwire/domain/notifications/deliveries/delivery'
import type { Firing } from '@knockwire/domain/notifications/firing'
import type { HeartbeatFiring } from '@knockwire/domain/notifications/when'
import type { ReceiverTemplateValues, TaskTemplateValues } from '@knockwire/domain/templates/variables'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { EncryptedValue, StoredChannelSetting, UsageCount } from '../stored-json.ts'
import { accounts } from './accounts.ts'
import { timestamp, timestampOrNever } from './columns.ts'
import { receivers } from './receivers.ts'
import { tasks } from './tasks.ts'

/**
 * A rule: whom to notify, and when. It belongs to a task, or to a receiver, of which each request fires one without condition.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    taskId: uuid('task_id').references(() => tasks.id, { onDelete: 'cascade' }),
    receiverId: uuid('receiver_id').references(() => receivers.id, { onDelete: 'cascade' }),
    /** What a file or a program calls it, unique within its owner; null for one that was made by hand. */
    key: text(),
    type: text().$type<NotificationType>().notNull(),
    condition: jsonb().$type<Condition>(),
    firing: jsonb().$type<Firing>(),
    /** Of a receiver that expects calls: it is about the heartbeat, and about no request. */
    heartbeat: jsonb().$type<HeartbeatFiring>(),
    setting: jsonb().$type<StoredChannelSetting>().notNull(),
    /** Until then it sends nothing, and what it would have sent is recorded. One in the past has no effect. */
    mutedUntil: timestampOrNever('muted_until'),
    /** Counts the saves that changed it; see `versions.ts` of the domain. */
    version: integer().notNull().default(1),
    fieldVersions: jsonb('field_versions').$type<FieldVersions>().notNull().default({}),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  (t) => [
    index('notifications_task').on(t.taskId, t.id),
    index('notifications_receiver').on(t.receiverId, t.id),
    index('notifications_account').on(t.accountId),
    uniqueIndex('notifications_task_key')
      .on(t.taskId, t.key)
      .where(sql`key is not null`),
    uniqueIndex('notifications_receiver_key')
      .on(t.receiverId, t.key)
      .where(sql`key is not null`),
    check('notifications_one_owner', sql`num_nonnulls(${t.taskId}, ${t.receiverId}) = 1`),
  ],
)

/** What a notification remembers between executions or received requests; written in the transaction that decides one. */
export const alertStates = pgTable('alert_states', {
  notificationId: uuid('notification_id')
    .primaryKey()
    .references(() => notifications.id, { onDelete: 'cascade' }),
  /** Whether its owner has been notified that the condition holds, or would have been if it were not muted. */
  isNotified: boolean('is_notified').notNull(),
  /** With `isNotified`: it was muted, so that its owner does not know yet. */
  isWithheld: boolean('is_withheld').notNull().default(false),
  /** Executions in a row for which it has held. */
  consecutiveMatches: integer('consecutive_matches').notNull(),
  /** Since its owner was notified: executions in a row for which it has not held. */
  consecutiveMisses: integer('consecutive_misses').notNull().default(0),
  /** When the first of them began; null where it does not hold. */
  heldSince: timestamp('held_since'),
  /** The values that its operands compare with, for has_changed. */
  lastValues: jsonb('last_values').$type<unknown[]>(),
  /** The execution or received request that it was decided on last; null where that was before there was this column. */
  lastSubjectId: uuid('last_subject_id'),
  /** The same, written by the version before alone: nothing reads it, and it is dropped one version later. */
  lastExecutionId: uuid('last_execution_id'),
})

/** TEST: sent at its owner's wish, from a setting that may not be saved. */
export type DeliveryOccasion = 'HOLDS' | 'RECOVERED' | 'REQUEST' | 'TEST'

/** What a test sends: it has no notification and no execution to look up. Dropped once it is sent or has failed. */
export interface DeliveryDraft {
  setting: StoredChannelSetting
  values: TaskTemplateValues | ReceiverTemplateValues
}

/** What an HTTP target answered last; `body` is cut, and null where it is not text. */
export interface DeliveryResponse {
  statusCode: number
  body: string | null
}

/** What a delivery remembers of the decision that made it. */
export interface DeliveryVerdict {
  /** The condition in words. */
  description: string
  /** Of a recovery: what is true again. */
  recovery?: string
  /** The state and the summary of its subject; left out where the condition could not be decided. */
  words?: AlertWords
  value: JsonValue
  /** Of a condition that looks at changes. */
  previousValue?: JsonValue
  /** Since when the condition has held, or had held before it recovered: ISO 8601. */
  since?: string | null
  /** For how many executions in a row. Left out where the notification does not count. */
  count?: number
  /** Of the values that could not be read, why; the condition was decided without them. */
  unread?: string[]
}

/** One notification for one execution or received request; the unique key makes telling twice impossible. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id').notNull(),
    notificationId: uuid('notification_id').notNull(),
    /** The execution or the received request. */
    subjectId: uuid('subject_id').notNull(),
    occasion: text().$type<DeliveryOccasion>().notNull(),
    type: text().$type<NotificationType>().notNull(),
    recipient: text().notNull(),
    status: text().$type<DeliveryStatus>().notNull(),
    attempts: integer().notNull().default(0),
    error: text(),
    /** The condition in words and the value it was decided on, as they were then. */
    verdict: jsonb().$type<DeliveryVerdict>(),
    /** Somebody asked for it, with a test or by sending it again: it is neither muted nor joined with others. */
    isRequested: boolean('is_requested').notNull().default(false),
    draft: jsonb().$type<DeliveryDraft>(),
    response: jsonb().$type<DeliveryResponse>(),
    createdAt: timestamp('created_at').notNull(),
    deliveredAt: timestamp('delivered_at'),
    /** When one that failed is tried again; null before that and while it is tried. */
    nextAttemptAt: timestamp('next_attempt_at'),
    /** The provider's own id of the message, for its later word on it. */
    providerMessageId: text('provider_message_id'),
    /** Of a mail that is joined with others of its notification: the delivery whose mail lists it, its own id for that one. */
    joinedTo: uuid('joined_to'),
    /**
     * What it was counted as against its account's plan, while that may yet be given back; null while an attempt is in flight.
     */
    counted: jsonb().$type<UsageCount>(),
  },
  (t) => [
    uniqueIndex('deliveries_once').on(t.subjectId, t.notificationId, t.occasion),
    index('deliveries_provider_message')
      .on(t.providerMessageId)
      .where(sql`provider_message_id is not null`),
    index('deliveries_created').on(t.createdAt),
    // Those that wait with a mail: few, whereas the history has many that were listed by one.
    index('deliveries_listed')
      .on(t.joinedTo, t.id)
      .where(sql`status = 'PENDING' and joined_to is not null`)
      .concurrently(),
    // The mails that wait for an hour to pass, and take others in meanwhile.
    index('deliveries_joining')
      .on(t.notificationId)
      .where(sql`status = 'PENDING' and joined_to = id`)
      .concurrently(),
    // By its condition of no use to what only asks for waiting ones by id, which would read all that wait by it.
    index('deliveries_waiting')
      .on(t.notificationId, t.occasion, t.id)
      .where(sql`status = 'PENDING' and occasion <> 'REQUEST'`),
  ],
)

/** A channel that a user picked at Slack's own page. */
export const slackChannels = pgTable(
  'slack_channels',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    teamId: text('team_id').notNull(),
    teamName: text('team_name').notNull(),
    slackChannelId: text('slack_channel_id').notNull(),
    channel: text().notNull(),
    token: jsonb().$type<EncryptedValue>().notNull(),
    webhookUrl: jsonb('webhook_url').$type<EncryptedValue>(),
    revokedAt: timestamp('revoked_at'),
    createdAt: timestamp('created_at').notNull(),
  },
  (t) => [uniqueIndex('slack_channels_once').on(t.accountId, t.teamId, t.slackChannelId)],
)

/** Signs an account's HTTP notifications (Standard Webhooks); made at first use. */
export const webhookSecrets = pgTable('webhook_secrets', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  secret: jsonb().$type<EncryptedValue>().notNull(),
  createdAt: timestamp('created_at').notNull(),
})

/**
 * Changes when the condition of a notification (`n`) is edited, or when it notifies; not with the recipient or the text. An
 * edit that is taken back leaves it as it was. Hashed as they are stored: each run of each task with a condition asks for it,
 * and text made of them first would cost as much as all the rest of the query.
 */
export const ruleVersionSql =
  '(coalesce(jsonb_hash_extended(n.condition, 0), 0) # coalesce(jsonb_hash_extended(n.firing, 1), 0))::text'
