import { z } from 'zod'
import type { ChannelDefinition } from './channel.ts'
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

const viewsOf = <T extends ChannelType>(types: readonly T[]) =>
  Object.fromEntries(types.map((type) => [channels[type].settingKey, channels[type].SettingView.optional()])) as Shape<
    T,
    'SettingView'
  >

/** A channel's setting as it is sent: a template that is left out is the one that the dialog begins with. */
const inputOf = <T extends ChannelType>(type: T, owner: 'task' | 'receiver'): Channels[T]['SettingInput'] => {
  const { SettingInput, fieldKeys, defaultTemplates }: ChannelDefinition = channels[type]
  if (!(SettingInput instanceof z.ZodObject)) return SettingInput as Channels[T]['SettingInput']
  const texts = Object.entries(fieldKeys).map(([field, key]) => [field, defaultTemplates[owner]?.[key]] as const)
  const defaults = texts.flatMap(([field, text]) => {
    const schema = SettingInput.shape[field]
    return text === undefined || !(schema instanceof z.ZodString) ? [] : [[field, schema.default(text)]]
  })
  return SettingInput.extend(Object.fromEntries(defaults)) as unknown as Channels[T]['SettingInput']
}

const inputsOf = <T extends ChannelType>(types: readonly T[], owner: 'task' | 'receiver') =>
  Object.fromEntries(types.map((type) => [channels[type].settingKey, inputOf(type, owner).optional()])) as Shape<
    T,
    'SettingInput'
  >

/** The settings as fields of an input or view: one for each channel, all optional. */
export const settingInputs = inputsOf(channelTypes, 'task')
export const settingViews = viewsOf(channelTypes)
export const receiverSettingInputs = inputsOf(receiverChannelTypes, 'receiver')
export const receiverSettingViews = viewsOf(receiverChannelTypes)

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
