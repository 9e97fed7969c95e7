import { CaptureTag, type Context, type Liquid } from 'liquidjs'
import type { ChannelDefinition } from '../channels/channel.ts'
import type { ChannelType } from '../channels/channel-types.ts'
import { ExactNumber } from '../conditions/comparing/exact-number.ts'
import { type JsonValue, textOf } from '../conditions/json-value.ts'

const register = 'captures-open'

const opened = (context: Context): number => context.getRegister(register, 0)

/** Whether what is put out now goes into a variable, and not into the text. */
const isCapturing = (context: Context): boolean => opened(context) > 0

class PlainCapture extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    context.setRegister(register, opened(context) + 1)
    yield* super.render(context)
    context.setRegister(register, opened(context) - 1)
  }
}

/** What is captured is escaped where the variable is put out, like any other; escaped here it would be so twice. */
export const captureUnescaped = (engine: Liquid) => engine.registerTag('capture', PlainCapture)

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
  return isJson(value) ? textOf(value) : ''
}

/** Variables are JSON, and so is what filters make of them. */
function isJson(value: unknown): value is JsonValue {
  if (typeof value === 'number' || typeof value === 'boolean' || value instanceof ExactNumber) return true
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype || prototype === null
}
