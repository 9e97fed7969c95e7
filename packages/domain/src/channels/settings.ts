import { z } from 'zod'
import type { When } from '../notifications/when.ts'
import type { ChannelDefinition } from './channel.ts'
import { type ChannelType, channelTypes, receiverChannelTypes } from './channel-types.ts'
import { defaultTextsOf } from './default-texts.ts'
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

/** The fields of a channel's setting that are texts with a default, each with the form's key of it. */
const textFieldsOf = (type: ChannelType, owner: 'task' | 'receiver'): [field: string, key: string][] => {
  const { fieldKeys, defaultTemplates }: ChannelDefinition = channels[type]
  const { Input } = settingSchemas[type]
  if (!(Input instanceof z.ZodObject)) return []
  const shape: Readonly<Record<string, unknown>> = Input.shape
  return Object.entries(fieldKeys).filter(
    ([field, key]) => defaultTemplates[owner]?.[key] !== undefined && shape[field] instanceof z.ZodString,
  )
}

const extended = <T extends ChannelType>(
  type: T,
  owner: 'task' | 'receiver',
  extend: (text: z.ZodString, key: string) => z.ZodType,
): Schemas[T]['Input'] => {
  const { Input } = settingSchemas[type]
  if (!(Input instanceof z.ZodObject)) return Input
  const shape: Readonly<Record<string, unknown>> = Input.shape
  const texts = textFieldsOf(type, owner).map(([field, key]) => [field, extend(shape[field] as z.ZodString, key)])
  return Input.extend(Object.fromEntries(texts)) as unknown as Schemas[T]['Input']
}

const inputsOf = <T extends ChannelType>(types: readonly T[], inputOf: (type: T) => z.ZodType) =>
  Object.fromEntries(types.map((type) => [channels[type].settingKey, inputOf(type).optional()])) as Shape<T, 'Input'>

/**
 * The settings as fields of an input or view: one for each channel, all optional. A template of a task's notification that
 * is left out is the one that its dialog begins with.
 */
export const settingInputs = inputsOf(channelTypes, (type) =>
  extended(type, 'task', (text, key) => text.default(defaultTextsOf(type, 'task')[key] ?? '')),
)
export const settingViews = viewsOf(channelTypes)
/** A schema of these has to end with {@link completeReceiverTexts}: which templates are the default ones depends on `when`. */
export const receiverSettingInputs = inputsOf(receiverChannelTypes, (type) =>
  extended(type, 'receiver', (text) => text.optional()),
)
export const receiverSettingViews = viewsOf(receiverChannelTypes)

/** The settings of a call, of which the one of `type` is required. */
export type SettingInputs = { type: ChannelType } & {
  [T in ChannelType as Channels[T]['settingKey']]?: z.infer<Schemas[T]['Input']> | undefined
}

interface ReceiverNotification {
  type: ChannelType
  when?: When | undefined
}

/** The same notification, with the texts that its dialog begins with in place of those that are left out. */
export const completeReceiverTexts = <T extends ReceiverNotification>(input: T): T =>
  mapTexts(input, (text, key) => text ?? defaultTextsOf(input.type, input.when?.kind ?? 'EACH_REQUEST')[key])

/**
 * The same for one whose `when` is left out since it stays as it is stored: the default texts of a notification of each
 * request become those of the stored `kind`.
 */
export const completeStoredTexts = <T extends ReceiverNotification>(input: T, kind: When['kind']): T => {
  if (input.when !== undefined) return input
  const [from, to] = [defaultTextsOf(input.type, 'EACH_REQUEST'), defaultTextsOf(input.type, kind)]
  return mapTexts(input, (text, key) => (text === from[key] ? to[key] : text))
}

const mapTexts = <T extends ReceiverNotification>(
  input: T,
  map: (text: string | undefined, key: string) => string | undefined,
): T => {
  const { settingKey }: ChannelDefinition = channels[input.type]
  const setting = (input as Readonly<Record<string, unknown>>)[settingKey] as
    | Readonly<Record<string, string>>
    | undefined
  if (setting === undefined) return input
  const texts = textFieldsOf(input.type, 'receiver').map(([field, key]) => [field, map(setting[field], key)])
  return { ...input, [settingKey]: { ...setting, ...Object.fromEntries(texts) } }
}
