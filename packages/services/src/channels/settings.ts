import type { StoredChannelSetting } from '@knockwire/db/stored-json'
import { channels as definitions } from '@knockwire/domain/channels/registry'
import type { SettingInputs } from '@knockwire/domain/channels/settings'
import { settingKeys } from '@knockwire/domain/channels/channel-types'
import { AppError } from '@knockwire/domain/errors'
import type { NotificationType } from '@knockwire/domain/notifications/deliveries/delivery'
import type { NotificationView } from '@knockwire/domain/notifications/notification'
import type { Channel, CheckedSetting, SettingScope, SlackChannelName, ViewScope } from './channel.ts'
import { channels } from './registry.ts'

/** A setting, a message and a call of one type belong to its channel: TypeScript cannot infer that of a look-up. */
export const channelOf = (type: NotificationType): Channel => channels[type] as Channel

/** The setting of the notification's own type; those of the other types are rejected. */
export const readSetting = async (
  scope: SettingScope,
  input: SettingInputs,
): Promise<CheckedSetting<StoredChannelSetting>> => {
  const { type } = input
  const { settingKey } = definitions[type]
  const given = settingKeys.filter((name) => input[name] !== undefined)
  if (given.length !== 1 || given[0] !== settingKey)
    throw new AppError('MALFORMED', `A notification of the type ${type} has ${settingKey}, and no other setting.`)
  return channelOf(type).readSetting(scope, input[settingKey] as never)
}

type SettingView = Pick<NotificationView, 'recipient' | (typeof settingKeys)[number]>

/** A setting as its owner sees it, with its recipient. */
export const viewSetting = (setting: StoredChannelSetting, scope: ViewScope): SettingView => ({
  recipient: recipientOf(setting, scope.slackChannel),
  [definitions[setting.type].settingKey]: channelOf(setting.type).viewSetting(setting, scope),
})

/** Whom a notification reaches, as tables and histories show it. */
export const recipientOf = (setting: StoredChannelSetting, slackChannel: SlackChannelName | null): string =>
  channelOf(setting.type).recipientOf(setting, slackChannel)

/** SQL of a stored setting without its templates, which may be long. */
export const settingWithoutTemplates = (column: string): string =>
  Object.values(channels)
    .flatMap(({ templatePaths }) => templatePaths)
    .reduce((sql, path) => `${sql} #- '{${path.join(',')}}'`, column)
