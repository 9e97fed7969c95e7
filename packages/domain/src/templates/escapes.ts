import type { Context } from 'liquidjs'
import type { ChannelDefinition } from '../channels/channel.ts'
import type { ChannelType } from '../channels/settings.ts'
import { type JsonValue, textOf } from '../conditions/json-value.ts'
import { isCapturing } from './captures.ts'

/** Where the text goes, which decides how values (not the template's own text) are escaped. */
export type TemplateTarget = 'text' | ChannelType

/** The engine's function for a value that is put out; values stand as they are where `escapeValue` is null. */
export const outputEscape = (escapeValue: ChannelDefinition['escapeValue']) =>
  function escapeOutput(this: { context: Context }, value: unknown): string {
    const text = shownText(value)
    return escapeValue === null || isCapturing(this.context) ? text : escapeValue(text)
  }

/** A value as it stands in the text: compact JSON for a collection, nothing for null and for the engine's own objects. */
export function shownText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null || !isJson(value) ? '' : textOf(value)
}

/** Variables are JSON, and so is what filters make of them. */
function isJson(value: unknown): value is JsonValue {
  if (typeof value === 'number' || typeof value === 'boolean') return true
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype || prototype === null
}
