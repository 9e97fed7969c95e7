import { receivers } from '@knockwire/db/schema/receivers'
import { tasks } from '@knockwire/db/schema/tasks'
import { type SlackDialog } from '@knockwire/domain/channels/slack/slack-dialog'
import { encodeSlackDialog } from '@knockwire/domain/channels/slack/encode-slack-dialog'
import { notFound } from '@knockwire/domain/errors'
import { receiverPagePath } from '@knockwire/domain/receivers/receiver'
import { and, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'

/** The path of the page that a dialog stands on. Throws where the caller has no such task, draft or receiver. */
export const dialogPage = async (
  context: ApiContext,
  caller: Caller,
  { taskId, receiverId }: SlackDialog,
): Promise<string> =>
  taskId === undefined ? receiverPage(context, caller, receiverId ?? '') : taskPage(context, caller, taskId)

const taskPage = async ({ db }: ApiContext, { accountId }: Caller, taskId: string) => {
  const mine = and(eq(tasks.id, taskId), eq(tasks.accountId, accountId))
  const [task] = await db.select({ isDraft: tasks.isDraft }).from(tasks).where(mine)
  if (task === undefined) throw notFound('task')
  return `/dashboard/${task.isDraft ? 'drafts' : 'tasks'}/${taskId}`
}

const receiverPage = async ({ db }: ApiContext, { accountId }: Caller, receiverId: string) => {
  const mine = and(eq(receivers.id, receiverId), eq(receivers.accountId, accountId))
  const found = await db.select({ id: receivers.id }).from(receivers).where(mine)
  if (found.length === 0) throw notFound('receiver')
  return receiverPagePath(receiverId)
}

const messages: Record<string, string> = {
  access_denied: 'Slack was not connected, because the request was declined there.',
  team_access_not_granted: 'Your Slack workspace does not allow this app. Ask its administrator.',
  invalid_code: 'Slack rejected the request. Try again.',
  code_already_used: 'Slack rejected the request. Try again.',
  invalid_client_id: 'Slack does not know this server’s app. Contact its administrator.',
  bad_client_secret: 'Slack does not accept this server’s app. Contact its administrator.',
  bad_redirect_uri: 'Slack’s app does not name this server’s address. Contact its administrator.',
  slack_oauth_missing_code: 'Slack rejected the request. Try again.',
  slack_webapi_rate_limited_error: 'Slack is busy just now. Try again in a minute.',
}

/** Slack's own code for why it refused, or its library's; undefined where Slack itself said nothing. */
const codeOf = (error: unknown): string | undefined => {
  if (typeof error === 'string') return error
  if (!(error instanceof Error)) return undefined
  const data = 'data' in error ? error.data : null
  if (data instanceof Object && 'error' in data && typeof data.error === 'string') return data.error
  return 'code' in error && typeof error.code === 'string' && error.code in messages ? error.code : undefined
}

const isCode = (code: string) => /^[a-z0-9_]{1,60}$/.test(code)

/** Why there is no new channel, for its user: `error` is Slack's code, or what the call to it failed with. */
export const failureMessage = (error: unknown): string => {
  const code = codeOf(error)
  if (code === undefined) return 'Slack could not be reached. Try again.'
  const known = Object.hasOwn(messages, code) ? messages[code] : undefined
  if (known !== undefined) return known
  return isCode(code)
    ? `Slack did not connect a channel, for this reason: ${code}. Try again, or ask the administrator of your Slack workspace.`
    : 'Slack did not connect a channel, and its reason could not be read. Try again.'
}

/** The page with its dialog open as it was left, and what came of it. */
export const returnToDialog = (
  page: string,
  dialog: SlackDialog,
  outcome: { channelId: string } | { error: string },
): string => {
  const { error: _before, ...left } = dialog
  const query = new URLSearchParams({ slackModalState: encodeSlackDialog({ ...left, ...outcome }) })
  return `${page}?${query.toString()}`
}
