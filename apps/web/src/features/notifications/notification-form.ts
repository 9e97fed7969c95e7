import { channels as definitions } from '@knockwire/domain/channels/registry'
import type { ChannelType } from '@knockwire/domain/channels/channel-types'
import type { MuteView } from '@knockwire/domain/notifications/mute'
import type { NotificationView, ReceiverNotificationView } from '@knockwire/domain/notifications/notification'
import type { ChannelForm, NotificationForm } from './channels/channel.ts'
import { channels } from './channels/registry.ts'
import { kindOf, type NotificationOwner } from './owner.ts'
import { newRuleForm, ruleFormOf, toRule, type Rule } from './rule/rule-form.ts'

/** A notification as the API returned it, of a task or of a receiver. */
export interface StoredNotification {
  id: string
  version: number
  type: ChannelType
  recipient: string
  /** Null for receivers, which notify of each request. */
  rule: Rule | null
  /** Null where it is not muted. */
  mute: MuteView | null
  /** The setting of its channel. */
  setting: unknown
}

export const storedOf = (view: NotificationView | ReceiverNotificationView): StoredNotification => ({
  id: view.id,
  version: view.version,
  type: view.type,
  recipient: view.recipient,
  rule: 'condition' in view ? { condition: view.condition, firing: view.firing } : null,
  mute: view.mute,
  setting: (view as Partial<Record<string, unknown>>)[definitions[view.type].settingKey],
})

/** What "Add" starts with. */
export const newForm = (owner: NotificationOwner, type: ChannelType, emailAddress: string): NotificationForm => ({
  rule: owner.kind === 'task' ? newRuleForm() : null,
  action: channels[type].newForm({ ownerKind: owner.kind, emailAddress }),
})

/** What "Edit" starts with. */
export const formOf = (owner: NotificationOwner, { type, rule, setting }: StoredNotification): NotificationForm => ({
  rule: rule && ruleFormOf(rule),
  action:
    setting === undefined
      ? channels[type].newForm({ ownerKind: owner.kind, emailAddress: '' })
      : channels[type].formOf(setting as never),
})

/** The type and the setting of its channel, as they are sent. */
export const toSettings = (action: ChannelForm) => ({
  type: action.type,
  [definitions[action.type].settingKey]: channels[action.type].toSetting(action),
})

/** The owner as its page's form shows it, for previews and tests. */
export const typedOf = ({ kind, typed, typedTask }: NotificationOwner) =>
  kind === 'task' ? { task: typedTask } : { receiver: typed }

/** The body of the call that saves the notification. */
export const toInput = (owner: NotificationOwner, { rule, action }: NotificationForm) => ({
  [kindOf(owner).idKey]: owner.id,
  ...(rule && toRule(rule)),
  ...toSettings(action),
})
