import type { ChannelDefinition } from './channel.ts'
import { channels } from './registry.ts'

type Channels = typeof channels
export type ChannelType = keyof Channels

/** Those that receivers have, too. */
export type ReceiverChannelType = {
  [T in ChannelType]: Channels[T]['defaultTemplates']['receiver'] extends null ? never : T
}[ChannelType]

export const channelTypes = Object.keys(channels) as ChannelType[]

const definitions: Readonly<Record<ChannelType, ChannelDefinition>> = channels

export const receiverChannelTypes = channelTypes.filter(
  (type): type is ReceiverChannelType => definitions[type].defaultTemplates.receiver !== null,
)

export type SettingKey = Channels[ChannelType]['settingKey']
export const settingKeys: readonly SettingKey[] = channelTypes.map((type) => channels[type].settingKey)

/** The form's key of each field of a setting, by its path in a call: `emailSetting.address` is `emailAddress`. */
export const settingFieldKeys: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(channels).flatMap(({ settingKey, fieldKeys }) =>
    Object.entries(fieldKeys).map(([field, key]) => [`${settingKey}.${field}`, key]),
  ),
)
