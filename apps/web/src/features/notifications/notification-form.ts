import { channels as definitions } from '@knockwire/domain/channels/registry'
import type { ChannelType } from '@knockwire/domain/channels/channel-types'
import { defaultTextsOf } from '@knockwire/domain/channels/default-texts'
import type { MuteView } from '@knockwire/domain/notifications/mute'
import type { NotificationView, ReceiverNotificationView } from '@knockwire/domain/notifications/notification'
import type { HeartbeatFiring, When } from '@knockwire/domain/notifications/when'
import { heartbeatOfWhen, type Rule, ruleOfWhen } from '@knockwire/domain/notifications/when-rules'
import type { ChannelForm, NotificationForm } from './channels/channel.ts'
import { channels } from './channels/registry.ts'
import { kindOf, type NotificationOwner } from './owner.ts'
import { newHeartbeatForm, toHeartbeat } from './rule/heartbeat-form.ts'
import { newRequestRuleForm, newRuleForm, ruleFormOf, toRuleInput } from './rule/rule-form.ts'

/** A notification as the API returned it, of a task or of a receiver. */
export interface StoredNotification {
  id: string
  version: number
  type: ChannelType
  recipient: string
  /** Null for those of receivers that are sent for each request, or tell of its heartbeat. */
  rule: Rule | null
  /** Of one that tells of its receiver's heartbeat. */
  heartbeat: HeartbeatFiring | null
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
  rule: 'condition' in view ? { condition: view.condition, firing: view.firing } : ruleOfWhen(view.when),
  heartbeat: 'when' in view ? heartbeatOfWhen(view.when) : null,
  mute: view.mute,
  setting: (view as Partial<Record<string, unknown>>)[definitions[view.type].settingKey],
})

/** What "Add" starts with. */
export const newForm = (owner: NotificationOwner, type: ChannelType, emailAddress: string): NotificationForm => {
  const form: NotificationForm = {
    rule: owner.kind === 'task' ? newRuleForm() : null,
    heartbeat: null,
    action: channels[type].newForm({ ownerKind: owner.kind, emailAddress }),
  }
  return owner.expectationMode ? withKind(form, 'HEARTBEAT') : form
}

/** What of its receiver a notification tells of. */
export const kindOfForm = ({ rule, heartbeat }: Pick<NotificationForm, 'rule' | 'heartbeat'>): When['kind'] =>
  heartbeat ? 'HEARTBEAT' : rule === null ? 'EACH_REQUEST' : 'REQUEST'

/** What was written of other kinds. */
export type KeptKinds = Pick<NotificationForm, 'rule' | 'heartbeat'>

/** Of another kind: where the message is still the default one, it becomes the other's default. */
export const withKind = (form: NotificationForm, kind: When['kind'], kept?: KeptKinds): NotificationForm => {
  const { action } = form
  const [from, to] = [defaultTextsOf(action.type, kindOfForm(form)), defaultTextsOf(action.type, kind)]
  const values = action as unknown as Readonly<Record<string, unknown>>
  const changed = Object.entries(to).filter(([name]) => values[name] === from[name])
  return {
    rule: kind === 'REQUEST' ? (form.rule ?? kept?.rule ?? newRequestRuleForm()) : null,
    heartbeat: kind === 'HEARTBEAT' ? (form.heartbeat ?? kept?.heartbeat ?? newHeartbeatForm()) : null,
    action: { ...action, ...Object.fromEntries(changed) },
  }
}

/** What "Edit" starts with. */
export const formOf = (
  owner: NotificationOwner,
  { type, rule, heartbeat, setting }: StoredNotification,
): NotificationForm => ({
  rule: rule && ruleFormOf(rule),
  heartbeat,
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
export const toInput = (owner: NotificationOwner, { rule, heartbeat = null, action }: NotificationForm) => ({
  [kindOf(owner).idKey]: owner.id,
  ...toRuleInput(owner, rule, heartbeat && toHeartbeat(heartbeat)),
  ...toSettings(action),
})
