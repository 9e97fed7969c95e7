import type { StoredChannelSetting } from '@knockwire/db/stored-json'

/** How a picked Slack channel is called. */
export interface SlackChannelName {
  teamName: string
  channel: string
}

/** Whom a notification reaches, as tables and histories show it. `channel`: of a Slack setting, where it is known. */
export const recipientOf = (setting: StoredChannelSetting, channel: SlackChannelName | null): string => {
  switch (setting.type) {
    case 'EMAIL':
      return setting.email.address
    case 'SMS':
      return setting.sms.phoneNumber
    case 'SLACK':
      return channel === null ? 'A Slack channel that is gone' : `${channel.channel} (${channel.teamName})`
    case 'HTTP':
      return setting.request.uri
  }
}
