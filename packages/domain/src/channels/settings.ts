import { z } from 'zod'
import type { ChannelDefinition } from './channel.ts'
import { type ChannelType, channelTypes, receiverChannelTypes } from './channel-types.ts'
import { channels } from './registry.ts'
import { settingSchemas } from './setting-schemas.ts'

type Channels = typeof channels
type Schemas = typeof settingSchemas

type Shape<T extends ChannelType, Schema extends 'Input' | 'View'> = {
  [K in T as Channels[K]['settingKey']]: z.ZodOptional<Schemas[K][Schema]>
}

const viewsOf = <T extends ChannelType>(types: readonly T[]) =>
  Object.fromEntries(types.map((type) => [channels[type].settingKey, settingSchemas[type].View.optional()])) as Shape<
    T,
    'View'
  >

/** A channel's setting as it is sent: a template that is left out is the one that the dialog begins with. */
const inputOf = <T extends ChannelType>(type: T, owner: 'task' | 'receiver'): Schemas[T]['Input'] => {
  const { fieldKeys, defaultTemplates }: ChannelDefinition = channels[type]
  const { Input } = settingSchemas[type]
  if (!(Input instanceof z.ZodObject)) return Input
  const texts = Object.entries(fieldKeys).map(([field, key]) => [field, defaultTemplates[owner]?.[key]] as const)
  const defaults = texts.flatMap(([field, text]) => {
    const schema: unknown = Input.shape[field as keyof typeof Input.shape]
    return text === undefined || !(schema instanceof z.ZodString) ? [] : [[field, schema.default(text)]]
  })
  return Input.extend(Object.fromEntries(defaults)) as unknown as Schemas[T]['Input']
}

const inputsOf = <T extends ChannelType>(types: readonly T[], owner: 'task' | 'receiver') =>
  Object.fromEntries(types.map((type) => [channels[type].settingKey, inputOf(type, owner).optional()])) as Shape<
    T,
    'Input'
  >

/** The settings as fields of an input or view: one for each channel, all optional. */
export const settingInputs = inputsOf(channelTypes, 'task')
export const settingViews = viewsOf(channelTypes)
export const receiverSettingInputs = inputsOf(receiverChannelTypes, 'receiver')
export const receiverSettingViews = viewsOf(receiverChannelTypes)

/** The settings of a call, of which the one of `type` is required. */
export type SettingInputs = { type: ChannelType } & {
  [T in ChannelType as Channels[T]['settingKey']]?: z.infer<Schemas[T]['Input']> | undefined
}
