import { defaultCondition } from '@knockwire/domain/conditions/condition'
import type { NotificationType } from '@knockwire/domain/notifications/delivery'
import { defaultFiring } from '@knockwire/domain/notifications/firing'
import type { SlackDialog } from '@knockwire/domain/channels/slack/slack-dialog'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-target'
import { defaultReceiverTemplates, defaultTaskTemplates } from '@knockwire/domain/channels/templates'
import { requestFormOf } from '../../../components/request-editor/request-form.ts'
import { conditionRowsOf, toCondition, type ConditionRow } from '../condition/condition-form.ts'
import { toFiring, type FiringForm } from '../firing/firing-form.ts'
import type { ActionForm } from './action-form.ts'
import type { KeptNotification } from './kept-notification.ts'
import type { NotificationOwner } from './owner.ts'
import { withoutCountryCode } from './phone-digits.ts'

/** When a task's notification tells, as it is being edited. */
export interface RuleForm {
  rows: ConditionRow[]
  firing: FiringForm
}

export interface NotificationForm {
  /** Null for receivers, which tell of each request. */
  rule: RuleForm | null
  action: ActionForm
}

const newRule = (): RuleForm => ({ rows: conditionRowsOf(defaultCondition), firing: defaultFiring })

/** What "Add" starts with. */
export const newForm = (owner: NotificationOwner, type: NotificationType, address: string): NotificationForm => ({
  rule: owner.kind === 'task' ? newRule() : null,
  action: newAction(owner, type, address),
})

function newAction({ kind }: NotificationOwner, type: NotificationType, emailAddress: string): ActionForm {
  const { emailSubject, emailTemplate, messageTemplate } =
    kind === 'task' ? defaultTaskTemplates : defaultReceiverTemplates
  switch (type) {
    case 'EMAIL':
      return { type, emailAddress, emailSubject, emailTemplate }
    case 'SMS':
      return { type, smsPhoneNumber: '', smsTemplate: defaultTaskTemplates.smsTemplate }
    case 'SLACK':
      return { type, slackChannel: '', messageTemplate }
    case 'HTTP':
      return { type, ...newRequest() }
  }
}

/** The body is shown, and sent, once a method is chosen that has one. */
const newRequest = () =>
  requestFormOf({
    ...defaultRequestTarget,
    body: defaultTaskTemplates.requestBody,
    basicAuth: { ...defaultRequestTarget.basicAuth, passwordSet: false },
  })

/** What "Edit" starts with. */
export const formOf = (owner: NotificationOwner, notification: KeptNotification): NotificationForm => ({
  rule: notification.rule && {
    rows: conditionRowsOf(notification.rule.condition),
    firing: notification.rule.firing,
  },
  action: actionOf(notification) ?? newAction(owner, notification.type, ''),
})

function actionOf({ emailSetting, smsSetting, slackSetting, request }: KeptNotification): ActionForm | null {
  if (emailSetting) {
    const { address, subject, template } = emailSetting
    return { type: 'EMAIL', emailAddress: address, emailSubject: subject, emailTemplate: template }
  }
  if (smsSetting) {
    const { phoneNumber, template } = smsSetting
    return { type: 'SMS', smsPhoneNumber: withoutCountryCode(phoneNumber), smsTemplate: template }
  }
  if (slackSetting) {
    return { type: 'SLACK', slackChannel: slackSetting.channelId, messageTemplate: slackSetting.messageTemplate }
  }
  return request ? { type: 'HTTP', ...requestFormOf(request.target) } : null
}

/** The Slack dialog as it was left for Slack's own page. */
export const formOfSlackDialog = (owner: NotificationOwner, dialog: SlackDialog): NotificationForm => ({
  rule: owner.kind === 'receiver' ? null : slackRuleOf(dialog),
  action: { type: 'SLACK', slackChannel: dialog.channelId, messageTemplate: dialog.messageTemplate },
})

const slackRuleOf = ({ condition = defaultCondition, firing = defaultFiring }: SlackDialog): RuleForm => ({
  rows: conditionRowsOf(condition),
  firing,
})

/** The same dialog on its way to Slack. */
export const toSlackDialog = (
  owner: NotificationOwner,
  notificationId: string | null,
  { rule, action }: NotificationForm,
): SlackDialog => ({
  ...(owner.kind === 'task' ? { taskId: owner.id } : { receiverId: owner.id }),
  notificationId,
  ...(rule && { condition: toCondition(rule.rows), firing: toFiring(rule.firing) }),
  messageTemplate: action.type === 'SLACK' ? action.messageTemplate : '',
  channelId: action.type === 'SLACK' ? action.slackChannel : '',
})
