import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '@knockwire/domain/errors'
import { countOne } from '@knockwire/services/usage/rate-window'
import type { Installation } from '@slack/bolt'
import type { ApiContext, Caller } from '../../context.ts'
import type { SlackSettings } from '../../provider-settings.ts'
import { callbackPathOf } from './authorize.ts'
import { dialogPage, failureMessage, returnToDialog } from './dialog-page.ts'
import type { SlackInstaller } from './installer.ts'
import { readSlackState, type SlackState, stateLifetimeMs } from './slack-state.ts'
import { type GrantedChannel, storeChannel } from './channels.ts'

interface Return {
  slack: SlackSettings
  installer: SlackInstaller
  caller: Caller
  sessionId: string
  /** The callback's own path. */
  path: string
  state: string
  /** Slack's word for why not. */
  error: string | undefined
  request: IncomingMessage
  response: ServerResponse
}

/** Takes a browser that comes back from Slack to its dialog, with the new channel chosen or with what went wrong. */
export const completeSlack = async (context: ApiContext, input: Return): Promise<string> => {
  const { caller } = input
  const { dialog } = await takeState(context, input)
  const page = await dialogPage(context, caller, dialog)
  if (input.error !== undefined) return returnToDialog(page, dialog, { error: failureMessage(input.error) })
  const redirectUri = `${context.settings.publicOrigin}${input.path}`
  const outcome = await input.installer.exchange(input.request, input.response, redirectUri)
  if (outcome.kind === 'failed') return returnToDialog(page, dialog, { error: failureMessage(outcome.error) })
  const granted = grantedBy(outcome.installation)
  if (granted === null) {
    return returnToDialog(page, dialog, { error: 'Slack did not say which channel you chose. Try again.' })
  }
  const channelId = await storeChannel(context, caller, granted)
  context.log.info({ event: 'slack channel added', accountId: caller.accountId }, 'slack channel added')
  return returnToDialog(page, dialog, { channelId })
}

/** Each state is good for one return, in the session that left, within its time. */
const takeState = async (context: ApiContext, { slack, sessionId, path, state }: Return): Promise<SlackState> => {
  const binding = { stateSecret: slack.stateSecret, sessionId }
  const read = readSlackState(binding, state, context.now())
  if (read === null || callbackPathOf(read.dialog) !== path) throw rejectedState()
  const window = { startMs: read.issuedAtMs, endMs: read.issuedAtMs + stateLifetimeMs }
  if (!(await countOne(context.db, { key: `slack-state:${read.nonce}`, window, limit: 1 }))) throw rejectedState()
  return read
}

const rejectedState = () =>
  new AppError(
    'MALFORMED',
    'This link from Slack has expired or was opened in another browser. Start again from the dialog.',
  )

const grantedBy = ({ team, bot, incomingWebhook }: Installation): GrantedChannel | null => {
  const { channel, channelId: slackChannelId, url: webhookUrl } = incomingWebhook ?? {}
  if (team === undefined || bot === undefined || !channel || !slackChannelId || !webhookUrl) return null
  return { teamId: team.id, teamName: team.name ?? team.id, slackChannelId, channel, token: bot.token, webhookUrl }
}
