import type { Template } from 'liquidjs'
import { BoundedMap } from '../bounded-map.ts'
import { templateBounds } from './bounds.ts'
import { engines } from './engine.ts'
import type { TemplateTarget } from './escapes.ts'
import { templateErrorSentence } from './template-error.ts'

export type Rendering = { kind: 'rendered'; text: string } | { kind: 'failed'; reason: string }

/** Parsed templates; longer ones, which only some receiver answers are, are read anew each time. */
const parsed = new BoundedMap<string, Template[]>(500)
export const maxKeptLength = 20_000

/** Fills the variables in. Never throws: a template that is broken, or costs more than the bounds allow, fails with a sentence. */
export function renderTemplate(text: string, variables: object, target: TemplateTarget = 'text'): Rendering {
  try {
    return checkLength(engines[target].renderSync(parseTemplate(text, target), variables))
  } catch (error) {
    return { kind: 'failed', reason: templateErrorSentence(error) }
  }
}

/** Reads a template, or throws what the engine throws. */
export function parseTemplate(text: string, target: TemplateTarget): Template[] {
  const parse = () => engines[target].parse(text)
  return text.length > maxKeptLength ? parse() : parsed.getOrMake(`${target} ${text}`, parse)
}

function checkLength(text: unknown): Rendering {
  const rendered = String(text)
  if (rendered.length <= templateBounds.outputLength) return { kind: 'rendered', text: rendered }
  return { kind: 'failed', reason: 'The template makes more text than is allowed.' }
}
