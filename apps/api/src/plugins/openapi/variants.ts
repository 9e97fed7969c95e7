import { channels } from '@knockwire/domain/channels/registry'
import {
  type ChannelType,
  channelTypes,
  receiverChannelTypes,
  settingKeys,
} from '@knockwire/domain/channels/channel-types'
import { intervalOptions } from '@knockwire/domain/schedules/schedule-choices'
import { type Components, type JsonSchema, refTo } from './json-schema.ts'

/**
 * What a field decides about others. Our schemas say it in rules, beside the form, so that a form's page can show what is
 * wrong with each field; in the description it is a choice of forms, so that clients refuse what the server would.
 */
interface Variants {
  field: string
  /** By the value of the field; the name of the form is what stands before that of the component. */
  byValue: Readonly<Record<string, { prefix: string; change: (schema: JsonSchema) => JsonSchema }>>
}

const without = (properties: Record<string, JsonSchema>, names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !names.has(name)))

const prefixes: Record<ChannelType, string> = { EMAIL: 'Email', SMS: 'Sms', SLACK: 'Slack', HTTP: 'Http' }

/** The setting of its channel has to be there, and no other is accepted. */
const byChannel = (types: readonly ChannelType[]): Variants => ({
  field: 'type',
  byValue: Object.fromEntries(
    types.map((type) => {
      const own: string = channels[type].settingKey
      const others = new Set<string>(settingKeys.filter((key) => key !== own))
      const change = (schema: JsonSchema) => ({
        ...schema,
        properties: without(schema.properties ?? {}, others),
        required: [...new Set([...(schema.required ?? []), own])],
      })
      return [type, { prefix: prefixes[type], change }]
    }),
  ),
})

const notNull = ({ anyOf = [], default: _none, ...schema }: JsonSchema): JsonSchema => {
  const [only = {}] = anyOf.filter(({ type }) => type !== 'null')
  return { ...schema, ...only }
}

/** The field of its mode has to be given; those of the other modes are kept, and mean nothing. */
const needing =
  (name: string, more: JsonSchema = {}) =>
  ({ properties = {}, required = [], ...schema }: JsonSchema) => ({
    ...schema,
    properties: { ...properties, [name]: { ...notNull(properties[name] ?? {}), ...more } },
    required: [...new Set([...required, name])],
  })

const same = (schema: JsonSchema) => schema
const offered = { enum: intervalOptions.map(({ intervalSecond }) => intervalSecond) }

const byMode = (isInput: boolean): Variants => ({
  field: 'mode',
  byValue: {
    INTERVAL: { prefix: 'Interval', change: isInput ? needing('intervalSecond', offered) : same },
    CUSTOM: { prefix: 'Cron', change: isInput ? needing('expression') : same },
    ONE_TIME: { prefix: 'OneTime', change: isInput ? needing('oneTimeModeEpochSecond') : same },
  },
})

/** Null where the mode needs none: what a draft has of its own mode, too, so that it is read as it was typed. */
const variantsOf: Readonly<Record<string, Variants>> = {
  ScheduleInput: byMode(true),
  Schedule: byMode(false),
  NotificationInput: byChannel(channelTypes),
  TestNotificationInput: byChannel(channelTypes),
  Notification: byChannel(channelTypes),
  ReceiverNotificationInput: byChannel(receiverChannelTypes),
  TestReceiverNotificationInput: byChannel(receiverChannelTypes),
  ReceiverNotification: byChannel(receiverChannelTypes),
  TaskNotificationDefinitionInput: byChannel(channelTypes),
  TaskNotificationDefinition: byChannel(channelTypes),
  ReceiverNotificationDefinitionInput: byChannel(receiverChannelTypes),
  ReceiverNotificationDefinition: byChannel(receiverChannelTypes),
}

/** The components, with a choice of forms where a field decides about others. */
export const withVariants = (components: Components): Components =>
  Object.fromEntries(
    Object.entries(components).flatMap(([name, schema]): [string, JsonSchema][] => {
      const variants = variantsOf[name]
      return variants === undefined ? [[name, schema]] : chosenBy(name, schema, variants)
    }),
  )

const chosenBy = (name: string, schema: JsonSchema, { field, byValue }: Variants): [string, JsonSchema][] => {
  const forms = Object.entries(byValue).map(([value, { prefix, change }]) => {
    const { properties = {}, ...form } = change(schema)
    const { description: meaning } = properties[field] ?? {}
    const decided = {
      ...properties,
      [field]: { ...(meaning !== undefined && { description: meaning }), type: 'string', const: value },
    }
    return { value, formName: `${prefix}${name}`, form: { ...form, properties: decided } }
  })
  const mapping = Object.fromEntries(forms.map(({ value, formName }) => [value, refTo(formName)]))
  const { description } = schema
  const choice: JsonSchema = {
    ...(description !== undefined && { description }),
    oneOf: forms.map(({ formName }) => ({ $ref: refTo(formName) })),
    discriminator: { propertyName: field, mapping },
  }
  return [[name, choice], ...forms.map(({ formName, form }): [string, JsonSchema] => [formName, form])]
}
