import { maxKeptLength } from '@knockwire/domain/templates/render-template'

/**
 * What filling a template in may cost. A plain one names variables and nothing else, and is read only once, so it
 * costs no more than its output; what has tags or filters, or is too long to be kept as it was read, can take long, and
 * is rendered where nobody else waits for it.
 */
export type TemplateCost = 'none' | 'plain' | 'unknown'

const plainOutput = /\{\{-?\s*[a-z][\w-]*(?:\.[\w-]+|\["[^"\]{}]*"\]|\['[^'\]{}]*'\])*\s*-?\}\}/gi

const hasMarkup = (template: string) => template.includes('{{') || template.includes('{%')

export const templateCostOf = (template: string): TemplateCost => {
  if (!hasMarkup(template)) return 'none'
  if (template.length > maxKeptLength) return 'unknown'
  return hasMarkup(template.replace(plainOutput, ' ')) ? 'unknown' : 'plain'
}
