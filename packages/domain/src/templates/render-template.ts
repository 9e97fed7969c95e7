import { Context, LiquidError, type Template } from 'liquidjs'
import { BoundedMap } from '../bounded-map.ts'
import { machineSlowness } from '../sandbox/machine-slowness.ts'
import { engines, templateBounds } from './engine.ts'
import type { TemplateTarget } from './escapes.ts'
import { createRenderLimit } from './processor-time.ts'

/** The engine's limits, in the words of someone who wrote a template. */
const limits: [RegExp, string][] = [
  [/memory alloc limit exceeded/, 'The template produces too much text.'],
  [/template render limit exceeded/, 'The template takes too long to render.'],
  [/parse length limit exceeded/, 'The template is too long.'],
  [/call stack/i, 'The template is nested too deeply.'],
]

const maxReasonLength = 200

/** One message that says what is wrong with a template, and where. */
export function templateErrorMessage(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const limit = limits.find(([pattern]) => pattern.test(text))
  if (limit !== undefined) return limit[1]
  const reason = text
    .replace(/, line:\d+, col:\d[^]*$/, '')
    .replace(/\.$/, '')
    .replace(/^(?:output|tag) (".*") not closed$/, '$1 is not closed')
    .slice(0, maxReasonLength)
  const line = LiquidError.is(error) ? error.token.getPosition()[0] : undefined
  return line === undefined ? `The template failed: ${reason}.` : `Line ${line}: ${reason}.`
}

export type Rendering = { kind: 'rendered'; text: string } | { kind: 'failed'; reason: string }

/** Parsed templates; longer ones, which only some receiver answers are, are read again each time. */
const parsed = new BoundedMap<string, Template[]>(500)
export const maxCachedTemplateLength = 20_000

/** Fills the variables in. Never throws: a template that is broken, or costs more than the bounds allow, fails with a message. */
export function renderTemplate(text: string, variables: object, target: TemplateTarget = 'text'): Rendering {
  try {
    const template = parseTemplate(text, target)
    return checkLength(engines[target].renderSync(template, contextOf(variables, target)))
  } catch (error) {
    return { kind: 'failed', reason: templateErrorMessage(error) }
  }
}

function contextOf(variables: object, target: TemplateTarget): Context {
  const liquid = engines[target]
  const renderLimit = createRenderLimit(templateBounds.renderMs * machineSlowness()) as Context['renderLimit']
  return new Context(variables, liquid.options, { sync: true }, { liquid, renderLimit })
}

/** Reads a template, or throws what the engine throws. */
export function parseTemplate(text: string, target: TemplateTarget): Template[] {
  const parse = () => engines[target].parse(text)
  return text.length > maxCachedTemplateLength ? parse() : parsed.getOrMake(`${target} ${text}`, parse)
}

function checkLength(text: unknown): Rendering {
  const rendered = String(text)
  if (rendered.length <= templateBounds.outputLength) return { kind: 'rendered', text: rendered }
  return { kind: 'failed', reason: 'The template produces too much text.' }
}
