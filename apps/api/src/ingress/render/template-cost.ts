/**
 * What filling a template in may cost. A plain one names variables and nothing else, so it costs no more than its
 * output; what has tags or filters can take long, and is rendered where nobody else waits for it.
 */
export type TemplateCost = 'none' | 'plain' | 'unknown'

const plainOutput = /\{\{-?\s*[a-z][\w-]*(?:\.[\w-]+|\["[^"\]{}]*"\]|\['[^'\]{}]*'\])*\s*-?\}\}/gi

const hasMarkup = (template: string) => template.includes('{{') || template.includes('{%')

export const templateCostOf = (template: string): TemplateCost => {
  if (!hasMarkup(template)) return 'none'
  return hasMarkup(template.replace(plainOutput, ' ')) ? 'unknown' : 'plain'
}
