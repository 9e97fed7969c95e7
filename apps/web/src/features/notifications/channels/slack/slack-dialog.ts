import type { SlackDialog } from '@knockwire/domain/channels/slack/slack-dialog'
import { encodeSlackDialog } from '@knockwire/domain/channels/slack/encode-slack-dialog'
import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import { defaultFiring } from '@knockwire/domain/notifications/firing-rules'
import { heartbeatOfWhen, ruleOfWhen } from '@knockwire/domain/notifications/when-rules'
import { kindOf, type NotificationOwner } from '../../owner.ts'
import { toHeartbeat } from '../../rule/heartbeat-form.ts'
import { ruleFormOf, toRuleInput } from '../../rule/rule-form.ts'
import type { ChannelForm, DialogContext, OpenDialog } from '../channel.ts'

export interface SlackForm extends ChannelForm {
  type: 'SLACK'
  /** The channel's id; empty where none is chosen. */
  slackChannel: string
  messageTemplate: string
}

/** The query parameter with which Slack's page sends the browser back. */
export const slackStateParam = 'slackModalState'

/** Characters. Longer URLs are rejected on the way, by our server among others. */
const maxStateLength = 12_000

/** Where the browser goes to add a channel; null where the dialog is too long for a URL. */
export function authorizePath(dialog: SlackDialog): string | null {
  const state = encodeURIComponent(encodeSlackDialog(dialog))
  return state.length > maxStateLength ? null : `/api/v1/integrations/slack/authorize?state=${state}`
}

/** The dialog on its way to Slack's page. */
export const toSlackDialog = (
  { owner, notificationId, form: { rule, heartbeat = null } }: Pick<DialogContext, 'owner' | 'notificationId' | 'form'>,
  { slackChannel, messageTemplate }: SlackForm,
): SlackDialog => ({
  [kindOf(owner).idKey]: owner.id,
  notificationId,
  ...toRuleInput(owner, rule, heartbeat && toHeartbeat(heartbeat)),
  messageTemplate,
  channelId: slackChannel,
})

/** The dialog that was left for Slack's page, where the URL brings it back to its own owner's page. */
export async function restoreSlackDialog(
  search: URLSearchParams,
  owner: NotificationOwner,
): Promise<OpenDialog | null> {
  const text = search.get(slackStateParam)
  if (text === null) return null
  // It brings the schema library.
  const { decodeSlackDialog } = await import('@knockwire/domain/channels/slack/slack-dialog')
  const dialog = decodeSlackDialog(text)
  if (dialog === null || dialog[kindOf(owner).idKey] !== owner.id) return null
  const { notificationId, condition = defaultCondition, firing = defaultFiring, when, error } = dialog
  const action: SlackForm = { type: 'SLACK', slackChannel: dialog.channelId, messageTemplate: dialog.messageTemplate }
  const rule = owner.kind === 'task' ? { condition, firing } : when === undefined ? null : ruleOfWhen(when)
  const heartbeat = when && heartbeatOfWhen(when)
  return {
    notificationId,
    initial: {
      rule: rule && ruleFormOf(rule),
      ...(heartbeat && { heartbeat }),
      action,
    },
    restored: error === undefined ? {} : { slackChannel: error },
  }
}
