import { type Channel, failed, type SettingOf } from '../channel.ts'

/** Slack cuts longer ones itself. */
const longestText = 40_000

/** A message to the channel that the user picked at Slack's own page. */
export const slack: Channel<SettingOf<'SLACK'>> = {
  concurrency: 8,
  send: async (message, { fill, slackClient, secrets }) => {
    const { slackChannel } = message
    if (slackChannel === null) return failed('The Slack channel is not connected any more. Please choose another.')
    const filled = await fill(message, [{ text: message.setting.slack.messageTemplate, target: 'SLACK' }])
    if (filled.kind === 'failed') return filled
    const text = cut(filled.texts[0] ?? '')
    if (text.trim() === '') return failed('The message is empty.')
    const { webhookUrl, token, slackChannelId } = slackChannel
    if (webhookUrl !== null) return slackClient.postToWebhook(secrets.decrypt(webhookUrl), text)
    return slackClient.postAsBot(secrets.decrypt(token), slackChannelId, text)
  },
}

const cut = (text: string) => (text.length > longestText ? `${text.slice(0, longestText - 1).toWellFormed()}…` : text)
