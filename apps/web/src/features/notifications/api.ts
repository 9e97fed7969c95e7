import type { Condition } from '@knockwire/domain/conditions/condition'
import {
  NotificationList,
  NotificationView,
  ReceiverNotificationList,
  ReceiverNotificationType,
  ReceiverNotificationView,
  type SaveNotificationInput,
  type SaveReceiverNotificationInput,
} from '@knockwire/domain/notifications/notification'
import { PreviewView, type PreviewField, type TypedReceiver } from '@knockwire/domain/notifications/preview'
import { SlackChannelList } from '@knockwire/domain/channels/slack/slack'
import { api, type CallOptions } from '../../lib/api-client.ts'
import { toCondition } from './condition/condition-form.ts'
import { toFiring } from './firing/firing-form.ts'
import { toSetting } from './form/action-form.ts'
import { keptOfReceiver, keptOfTask, type KeptNotification } from './form/kept-notification.ts'
import type { NotificationForm, RuleForm } from './form/notification-form.ts'
import type { NotificationOwner } from './form/owner.ts'

const pathOf = ({ kind }: NotificationOwner) =>
  kind === 'task' ? '/api/v1/notifications' : '/api/v1/receiver-notifications'

export async function listNotifications(owner: NotificationOwner, options: CallOptions): Promise<KeptNotification[]> {
  const id = encodeURIComponent(owner.id)
  if (owner.kind === 'task') {
    const { results } = await api.get(`${pathOf(owner)}?taskId=${id}`, NotificationList, options)
    return results.map(keptOfTask)
  }
  const { results } = await api.get(`${pathOf(owner)}?receiverId=${id}`, ReceiverNotificationList, options)
  return results.map(keptOfReceiver)
}

/** Creates a notification, or with an id changes that one. */
export async function saveNotification(
  owner: NotificationOwner,
  notificationId: string | null,
  form: NotificationForm,
): Promise<KeptNotification> {
  const path = notificationId === null ? pathOf(owner) : `${pathOf(owner)}/${notificationId}`
  if (form.rule === null) {
    return keptOfReceiver(await api.post(path, receiverInput(owner, form), ReceiverNotificationView))
  }
  return keptOfTask(await api.post(path, taskInput(owner, form, form.rule), NotificationView))
}

const taskInput = (owner: NotificationOwner, { action }: NotificationForm, rule: RuleForm): SaveNotificationInput => ({
  type: action.type,
  taskId: owner.id,
  condition: toCondition(rule.rows),
  firing: toFiring(rule.firing),
  ...toSetting(action),
})

function receiverInput(owner: NotificationOwner, { action }: NotificationForm): SaveReceiverNotificationInput {
  const { emailSetting, slackSetting } = toSetting(action)
  return {
    type: ReceiverNotificationType.parse(action.type),
    receiverId: owner.id,
    ...(emailSetting && { emailSetting }),
    ...(slackSetting && { slackSetting }),
  }
}

export const deleteNotification = (owner: NotificationOwner, notificationId: string) =>
  api.delete(`${pathOf(owner)}/${notificationId}`)

export interface PreviewQuestion {
  /** Null for receivers. */
  condition: Condition | null
  receiver?: TypedReceiver | undefined
  templates: Partial<Record<PreviewField, string>>
}

/** The templates as they would read, of the newest execution or request. */
export const previewNotification = (
  owner: NotificationOwner,
  { condition, receiver, templates }: PreviewQuestion,
  options: CallOptions,
): Promise<PreviewView> => {
  const subject = condition === null ? { receiverId: owner.id, receiver } : { taskId: owner.id, condition }
  return api.post(`${pathOf(owner)}/preview`, { ...subject, templates }, PreviewView, options)
}

export const listSlackChannels = (options: CallOptions) =>
  api.get('/api/v1/integrations/slack/channels', SlackChannelList, options)

/** Notes that the browser leaves for Slack, so that the draft is waited for. */
export const noteSlackSetup = (taskId: string) =>
  api.send(`/api/v1/tasks/${encodeURIComponent(taskId)}/update-last-slack-setup-time`)
