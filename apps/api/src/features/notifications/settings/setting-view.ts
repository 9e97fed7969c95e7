import { recipientOf, type SlackChannelName } from '@knockwire/services/channels/recipient'
import type { Secrets } from '@knockwire/services/secrets/secrets'
import type { StoredChannelSetting } from '@knockwire/db/stored-json'
import type { NotificationView } from '@knockwire/domain/notifications/notification'
import { viewRequest } from '@knockwire/services/requests/stored-request'

type SettingView = Pick<NotificationView, 'recipient' | 'emailSetting' | 'smsSetting' | 'slackSetting' | 'request'>

/** A setting as its owner sees it. `channel`: of a Slack setting, where it is still known. */
export const viewSetting = (
  secrets: Secrets,
  setting: StoredChannelSetting,
  channel: SlackChannelName | null,
): SettingView => ({ recipient: recipientOf(setting, channel), ...ownSetting(secrets, setting, channel) })

const ownSetting = (secrets: Secrets, setting: StoredChannelSetting, channel: SlackChannelName | null) => {
  switch (setting.type) {
    case 'EMAIL':
      return { emailSetting: setting.email }
    case 'SMS':
      return { smsSetting: setting.sms }
    case 'SLACK':
      return { slackSetting: { ...setting.slack, teamName: channel?.teamName ?? '', channel: channel?.channel ?? '' } }
    case 'HTTP':
      return { request: { target: viewRequest(secrets, setting.request) } }
  }
}
