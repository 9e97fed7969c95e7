import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import type { notifications } from '@knockwire/db/schema/notifications'
import type { SettingInputs } from '@knockwire/domain/channels/settings'
import type { FieldErrors } from '@knockwire/domain/errors'
import type { MuteView } from '@knockwire/domain/notifications/mute'
import type { PreviewField } from '@knockwire/domain/notifications/preview'
import type {
  ReceiverTemplateValues,
  TaskTemplateValues,
  TemplateVariable,
} from '@knockwire/domain/templates/variables'
import type { SlackChannelName } from '@knockwire/services/channels/channel'
import type { Secrets } from '@knockwire/services/secrets/secrets'
import type { z } from 'zod'
import type { ApiContext, Caller } from '../../context.ts'
import type { PreviewJob } from '../../sandbox/jobs.ts'

export type StoredNotification = typeof notifications.$inferSelect

/** A notification as it is stored, with the names of its Slack channel. */
export interface NotificationRow {
  notification: StoredNotification
  /** By the database's clock, as for those who send. */
  isMuted: boolean
  channel: SlackChannelName | null
}

/** When a notification is sent. A receiver's that is sent for each request has none of these. */
export type NotificationRule = Partial<Pick<StoredNotification, 'condition' | 'firing' | 'heartbeat'>>

/** What a notification is about: `id` is an execution's or a received request's, null where an example stands in. */
export interface NotificationSubject {
  id: string | null
  subject: Pick<PreviewJob, 'values' | 'input'>
}

/** The shapes of the calls of one kind of notifications. */
export interface OwnerShapes {
  /** Names the owner: `{taskId}` or `{receiverId}`. */
  reference: object
  /** What a preview is made of, beside the templates. */
  previewed: object
  save: SettingInputs & { version?: number | undefined }
  test: SettingInputs & { notificationId?: string | undefined }
  view: { version: number }
}

/** Which notifications are listed: those of one owner, or a page of all. */
export type ListQuery<Shapes extends OwnerShapes> = {
  [K in keyof Shapes['reference']]?: Shapes['reference'][K] | undefined
} & { page: number; size: number }

/**
 * What has notifications: a task or a receiver. All that differs between the two is in this object; creating, saving,
 * listing, deleting, previewing and testing are written once, for both (`notifications.ts`, `preview.ts`, `send-test.ts`).
 */
export interface NotificationOwner<Shapes extends OwnerShapes> {
  name: 'task' | 'receiver'
  /** What happens to it that its notifications are sent for. */
  event: 'execution' | 'request'
  /** Of the calls. */
  path: string
  schemas: {
    ListQuery: z.ZodType<ListQuery<Shapes>>
    // Fastify cannot check a response against a generic type.
    List: z.ZodType<{ results: OwnerShapes['view'][] }>
    View: z.ZodType<OwnerShapes['view']>
    Save: z.ZodType<Shapes['save']>
    Test: z.ZodType<Shapes['test']>
    Preview: z.ZodType<Shapes['previewed'] & { templates: Partial<Record<PreviewField, string>> }>
  }
  /** The column of its id in the table of notifications. */
  key: 'taskId' | 'receiverId'
  idOf: (reference: Shapes['reference'] | Shapes['save']) => string
  /** How many notifications one has at most. */
  limit: number
  variables: readonly TemplateVariable[]
  /** Throws where the caller has no such owner. */
  require: (db: DatabaseOrTransaction, caller: Caller, id: string) => Promise<unknown>
  /** The same, and keeps it as it is until the transaction ends. */
  lock: (tx: Transaction, caller: Caller, id: string) => Promise<unknown>
  /** The call with what it leaves out since it stays as it is stored. */
  complete: (input: Shapes['save'], stored: StoredNotification | null) => Shapes['save']
  /** The rule as it would be stored, and what is wrong with it. `stored`: null for a new notification. */
  readRule: (
    tx: Transaction,
    caller: Caller,
    input: Shapes['save'],
    stored: StoredNotification | null,
  ) => Promise<{ rule: NotificationRule; errors: FieldErrors }>
  /** Called when a saved notification's rule may have changed. */
  onRuleSaved: (tx: Transaction, before: StoredNotification, rule: NotificationRule) => Promise<void>
  /** `secrets` null: for a caller who sees none. */
  view: (secrets: Secrets | null, row: NotificationRow) => Shapes['view']
  subjectOf: (context: ApiContext, caller: Caller, previewed: Shapes['previewed']) => Promise<NotificationSubject>
  /** What the templates of a test are filled with, and what is wrong with its rule. */
  readTest: (
    context: ApiContext,
    caller: Caller,
    input: Shapes['test'],
  ) => Promise<{ values: TaskTemplateValues | ReceiverTemplateValues; errors: FieldErrors }>
}

/** The owner's id of a stored notification of that owner. */
export const requireOwnerId = (id: string | null): string => {
  if (id === null) throw new Error('A notification has another owner than its query requested.')
  return id
}

/** As both kinds of owners show it. */
export const viewMute = ({ mutedUntil }: StoredNotification, isMuted: boolean): MuteView | null => {
  if (!isMuted || mutedUntil === null) return null
  return { until: mutedUntil === 'infinity' ? null : mutedUntil.toISOString() }
}
