import type { z } from 'zod'
import { channels } from './registry.ts'

type Channels = typeof channels
export type ChannelType = keyof Channels

/** Those that receivers have, too. */
export type ReceiverChannelType = {
  [T in ChannelType]: Channels[T]['defaultTemplates']['receiver'] extends null ? never : T
}[ChannelType]

export const channelTypes = Object.keys(channels) as ChannelType[]

export const receiverChannelTypes = channelTypes.filter(
  (type): type is ReceiverChannelType => channels[type].defaultTemplates.receiver !== null,
)

export type SettingKey = Channels[ChannelType]['settingKey']
export const settingKeys: readonly SettingKey[] = channelTypes.map((type) => channels[type].settingKey)

type Shape<T extends ChannelType, Schema extends 'SettingInput' | 'SettingView'> = {
  [K in T as Channels[K]['settingKey']]: z.ZodOptional<Channels[K][Schema]>
}

const shapeOf = <T extends ChannelType, Schema extends 'SettingInput' | 'SettingView'>(
  types: readonly T[],
  schema: Schema,
) =>
  Object.fromEntries(types.map((type) => [channels[type].settingKey, channels[type][schema].optional()])) as Shape<
    T,
    Schema
  >

/** The settings as fields of an input or view: one for each channel, all optional. */
export const settingInputs = shapeOf(channelTypes, 'SettingInput')
export const settingViews = shapeOf(channelTypes, 'SettingView')
export const receiverSettingInputs = shapeOf(receiverChannelTypes, 'SettingInput')
export const receiverSettingViews = shapeOf(receiverChannelTypes, 'SettingView')

/** The settings of a call, of which the one of `type` is required. */
export type SettingInputs = { type: ChannelType } & {
  [T in ChannelType as Channels[T]['settingKey']]?: z.infer<Channels[T]['SettingInput']> | undefined
}

/** The form's key of each field of a setting, by its path in a call: `emailSetting.address` is `emailAddress`. */
export const settingFieldKeys: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(channels).flatMap(({ settingKey, fieldKeys }) =>
    Object.entries(fieldKeys).map(([field, key]) => [`${settingKey}.${field}`, key]),
  ),
)
