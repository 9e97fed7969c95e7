import { decodeSlackDialog, type SlackDialog } from '@knockwire/domain/channels/slack/slack-dialog'
import { AppError } from '@knockwire/domain/errors'
import type { ApiContext, Caller } from '../../context.ts'
import { dialogPage, returnToDialog } from './dialog-page.ts'
import type { SlackInstaller } from './installer.ts'
import { issueSlackState } from './slack-state.ts'

/** Where Slack sends the browser back to. */
export const callbackPaths = { task: '/api/v1/slack-callback', receiver: '/api/v1/slack-callback/receiver' } as const

export const callbackPathOf = ({ taskId }: SlackDialog) => callbackPaths[taskId === undefined ? 'receiver' : 'task']

interface Leave {
  /** The dialog as the browser wrote it into the query. */
  state: string
  sessionId: string
}

/** What a URL to Slack holds; one that is longer may end on an error page there, with the dialog lost. */
const maxUrlLength = 8000

/** Where the browser goes from the dialog: to Slack's page, or, where that cannot be, back with the reason. */
export const authorizeSlack = async (
  context: ApiContext,
  installer: SlackInstaller | null,
  caller: Caller,
  { state, sessionId }: Leave,
): Promise<string> => {
  const dialog = decodeSlackDialog(state)
  if (dialog === null) throw new AppError('MALFORMED', 'The state cannot be read as that of a Slack dialog.')
  const page = await dialogPage(context, caller, dialog)
  const { slack, publicOrigin } = context.settings
  if (installer === null || slack === null) {
    return returnToDialog(page, dialog, { error: 'Slack is not configured on this server.' })
  }
  const binding = { stateSecret: slack.stateSecret, sessionId }
  const issued = issueSlackState(binding, dialog, context.now())
  const url = await installer.pageUrl(issued, `${publicOrigin}${callbackPathOf(dialog)}`)
  if (url.length <= maxUrlLength) return url
  return returnToDialog(page, dialog, {
    error: 'This dialog’s text is too long to keep while you are at Slack. Shorten it, then add the channel.',
  })
}
