import type { ChannelDefinition } from './channel.ts'
import { channels } from './registry.ts'
import type { SettingInputs } from './settings.ts'
import { type ChannelType, channelTypes } from './channel-types.ts'

type Channels = typeof channels
type KeysOfEach<T> = T extends T ? keyof T : never

/** The templates of all channels, by the keys of their errors in forms. */
export type TemplateKey = Extract<KeysOfEach<Channels[ChannelType]['templates']>, string>
type ReceiverTemplateKey = Extract<
  KeysOfEach<NonNullable<Channels[ChannelType]['defaultTemplates']['receiver']>>,
  string
>

const definitions: Readonly<Record<ChannelType, ChannelDefinition>> = channels

export const templateKeys = channelTypes.flatMap((type) => Object.keys(definitions[type].templates)) as TemplateKey[]

const typeOfTemplate = new Map(
  channelTypes.flatMap((type) => Object.keys(definitions[type].templates).map((key) => [key, type] as const)),
)

/** The channel that a template is for, which decides how values in it are escaped. */
export const channelOfTemplate = (key: TemplateKey): ChannelType | undefined => typeOfTemplate.get(key)

/** What the forms of tasks start with. */
export const defaultTaskTemplates = Object.assign(
  {},
  ...channelTypes.map((type) => definitions[type].defaultTemplates.task),
) as Readonly<Record<TemplateKey, string>>

/** What the forms of receivers start with. */
export const defaultReceiverTemplates = Object.assign(
  {},
  ...channelTypes.map((type) => definitions[type].defaultTemplates.receiver),
) as Readonly<Record<ReceiverTemplateKey, string>>

/** The templates that a notification of its type will send. */
export const templatesOf = (input: SettingInputs): Partial<Record<TemplateKey, string>> => {
  const { settingKey, templatesOf: read } = definitions[input.type]
  const setting = (input as Partial<Record<string, unknown>>)[settingKey]
  return setting === undefined ? {} : read(setting as never)
}

/** What is wrong with a template's text, whatever its variables stand for: a message, or null. */
export const checkTemplateText = (key: TemplateKey, text: string): string | null => {
  const type = channelOfTemplate(key)
  return type === undefined ? null : (definitions[type].templates[key]?.check(text) ?? null)
}
