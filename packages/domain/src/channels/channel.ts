import type { PlanLimits } from '../plans/plans.ts'

/** Lengths in characters. */
export const templateLimits = { subjectLength: 500, bodyLength: 20_000 } as const

export interface Allowance {
  limit: number
  /** Calendar periods, in UTC. */
  per: 'day' | 'month'
}

/** What a plan limits by count and period. */
export interface UsageLimit {
  /** Under which messages are counted. */
  kind: string
  allowance: (plan: Pick<PlanLimits, 'emails' | 'textsPerMonth'>) => Allowance
  /** As in "Your text message limit is reached". */
  singular: string
  /** As in "200 text messages a month". */
  plural: string
}

/** A template of a setting. */
export interface TemplateField {
  /** What is wrong with the text, whatever its variables stand for: a message, or null. */
  check: (text: string) => string | null
}

/**
 * A way to notify. Each is one folder here and one line in registry.ts; what follows from it (queues, preview fields, form
 * keys, usage limits, defaults) is derived from the registry. The schemas of its setting have a line in
 * setting-schemas.ts, since the web lists channels before it loads a schema, and its provider's reports one in
 * delivery-reports.ts, since a history reads nothing else of a channel.
 */
export interface ChannelDefinition {
  label: string
  recipientLabel: string
  /** The name of its setting in API calls and responses. */
  settingKey: string
  /** The form's key of each field of the setting. Where it has nested fields, those that are not here are the API's. */
  fieldKeys: Readonly<Record<string, string>>
  /** By the form's keys. */
  templates: Readonly<Record<string, TemplateField>>
  /** The templates that its own setting schema will send, by the form's keys. */
  templatesOf: (setting: never) => Readonly<Record<string, string>>
  /** What a new notification of a task or receiver starts with, by the form's keys. Null: receivers do not have it. */
  defaultTemplates: {
    task: Readonly<Record<string, string>>
    receiver: Readonly<Record<string, string>> | null
    /** For a receiver's notification with a condition; where receivers have the channel at all. */
    receiverAlert?: Readonly<Record<string, string>>
    /** For one that is about its heartbeat; likewise. */
    receiverHeartbeat?: Readonly<Record<string, string>>
  }
  /** Applied to the values in a template, not to the template's own text. Null: values stand as they are. */
  escapeValue: ((text: string) => string) | null
  usageLimit: UsageLimit | null
  /** Whether its messages are sent so many a minute: to targets that anybody names, or that many share. */
  isPaced: boolean
}

/** Keeps the literal types that the derived types need. */
export const defineChannel = <const C extends ChannelDefinition>(channel: C): C => channel

export const requireText = (text: string) => (text.trim() === '' ? 'Enter the text to send.' : null)
