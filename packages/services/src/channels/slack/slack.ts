import { slackChannels } from '@knockwire/db/schema/notifications'
import type { SlackSettingInput, SlackSettingView } from '@knockwire/domain/channels/slack/slack-setting'
import { shorten } from '@knockwire/domain/text/shorten'
import { and, eq } from 'drizzle-orm'
import { type Channel, checkOnce, errorsOf, failed, markTest, type SettingOf, type SettingScope } from '../channel.ts'
import { printable } from '@knockwire/domain/text/printable'
import { createSlackClient, revokedMessage } from './slack-client.ts'

/** Slack cuts longer ones itself. */
const maxTextLength = 40_000

const disconnected = 'The Slack channel is no longer connected. Choose another.'

const checkChannel = async ({ tx, accountId }: SettingScope, channelId: string): Promise<string | null> => {
  if (channelId === '') return 'Choose a Slack channel.'
  const [channel] = await tx
    .select({ revokedAt: slackChannels.revokedAt })
    .from(slackChannels)
    .where(and(eq(slackChannels.id, channelId), eq(slackChannels.accountId, accountId)))
  if (channel === undefined) return 'There is no such Slack channel. Choose another.'
  return channel.revokedAt === null ? null : 'Slack no longer lets us write to this channel. Add it again.'
}

/** A message to the channel that the user picked at Slack's own page. */
export const slack: Channel<SettingOf<'SLACK'>, SlackSettingInput, SlackSettingView> = {
  concurrency: 8,
  openSender: ({ settings, now, fill, secrets }) => {
    const client = createSlackClient(settings.slackApiUrl, settings.providerTimeoutMs, now)
    return async (message) => {
      const { slackChannel } = message
      if (slackChannel === null) return failed(disconnected)
      const filled = await fill(message, [{ text: message.setting.slack.messageTemplate, target: 'SLACK' }])
      if (filled.kind === 'failed') return filled
      const text = printable(shorten(markTest(message, filled.texts[0] ?? ''), maxTextLength))
      if ((filled.texts[0] ?? '').trim() === '') return failed('The message is empty.')
      const { webhookUrl, token, slackChannelId } = slackChannel
      if (webhookUrl !== null) return client.postToWebhook(secrets.decrypt(webhookUrl), text)
      return client.postAsBot(secrets.decrypt(token), slackChannelId, text)
    }
  },
  readSetting: async (scope, setting) => ({
    setting: { type: 'SLACK', slack: setting },
    errors: errorsOf({
      slackChannel: await checkOnce(scope, `SLACK ${setting.channelId}`, () => checkChannel(scope, setting.channelId)),
    }),
  }),
  viewSetting: ({ slack: setting }, { slackChannel }) => ({
    ...setting,
    teamName: slackChannel?.teamName ?? '',
    channel: slackChannel?.channel ?? '',
  }),
  recipientOf: (_setting, channel) =>
    channel === null ? 'A deleted Slack channel' : `${channel.channel} (${channel.teamName})`,
  templatePaths: [['slack', 'messageTemplate']],
  rejectionOf: (_setting, { slackChannel, isSlackRevoked }) => {
    if (slackChannel === null) return disconnected
    return isSlackRevoked ? revokedMessage : null
  },
}
