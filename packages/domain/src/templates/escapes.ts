import type { Context } from 'liquidjs'
import { type JsonValue, textOf } from '../conditions/json-value.ts'
import { isCapturing } from './captures.ts'

/** Where the text goes, which decides how values (not the template's own text) are escaped. */
export type TemplateTarget = 'text' | 'slack'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escapes: Readonly<Record<TemplateTarget, (text: string) => string>> = {
  text: (text) => text,
  // Slack reads only these three, so that no value can mention a channel or hide a link.
  slack: (text) => text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign),
}

/** The engine's function for a value that is put out. */
export const escapeFor = (target: TemplateTarget) =>
  function escapeValue(this: { context: Context }, value: unknown): string {
    const text = shownText(value)
    return isCapturing(this.context) ? text : escapes[target](text)
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
