/** The app has been removed, or its key taken back: the channel has to be connected again. */
const gone = new Set([
  'account_inactive',
  'app_uninstalled',
  'invalid_auth',
  'invalid_token',
  'no_active_hooks',
  'no_service',
  'no_service_id',
  'no_team',
  'not_authed',
  'team_disabled',
  'token_expired',
  'token_revoked',
])

export const isGone = (code: string): boolean => gone.has(code)

export const revokedSentence = 'Slack has taken back the permission to post to this channel. Please connect it again.'

const sentences: ReadonlyMap<string, string> = new Map([
  ['channel_is_archived', 'The Slack channel has been archived.'],
  ['is_archived', 'The Slack channel has been archived.'],
  ['channel_not_found', 'The Slack channel is not there any more.'],
  ['not_in_channel', 'The app is not in the Slack channel. Please invite it there, or connect the channel again.'],
  ['posting_to_general_channel_denied', 'Slack allows nobody but admins to post to this channel.'],
  ['action_prohibited', 'The Slack workspace does not allow the app to post to this channel.'],
  ['restricted_action', 'The Slack workspace does not allow the app to post to this channel.'],
  ['msg_too_long', 'The message is too long for Slack.'],
  ['no_text', 'The message is empty.'],
  ['invalid_payload', 'Slack could not read the message.'],
])

/** Slack's error in words. */
export const slackSentence = (code: string): string => {
  if (isGone(code)) return revokedSentence
  return sentences.get(code) ?? `Slack refused the message: ${code || 'no reason given'}.`
}
