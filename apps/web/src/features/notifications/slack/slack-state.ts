import { decodeSlackDialog, encodeSlackDialog, type SlackDialog } from '@knockwire/domain/channels/slack/slack-dialog'
import type { NotificationOwner } from '../form/owner.ts'

/** The query parameter with which Slack's page sends the browser back. */
export const slackStateParam = 'slackModalState'

/** Longer URLs are refused on the way, by our server among others. */
const maxLength = 12_000

/** Where the browser goes for a new channel; null where the dialog is too long for a URL. */
export function authorizePath(dialog: SlackDialog): string | null {
  const state = encodeURIComponent(encodeSlackDialog(dialog))
  return state.length > maxLength ? null : `/api/v1/integrations/slack/authorize?state=${state}`
}

/** The dialog that was left for Slack, where the URL brings it back to the owner's own page. */
export function returningDialog(search: URLSearchParams, { kind, id }: NotificationOwner): SlackDialog | null {
  const text = search.get(slackStateParam)
  const dialog = text === null ? null : decodeSlackDialog(text)
  return dialog !== null && id === (kind === 'task' ? dialog.taskId : dialog.receiverId) ? dialog : null
}
