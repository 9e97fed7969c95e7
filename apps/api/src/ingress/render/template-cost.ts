import { maxKeptLength } from '@knockwire/domain/templates/render-template'

/**
 * What filling a template in may cost. A plain one names a few variables and nothing else, and is read only once, so it
 * costs no more than its output, which is at most some times the request. What has tags or filters, names values of the
 * sender's more often, or is too long to be kept as it was read, can take long, and is rendered where nobody else waits
 * for it: a thousand times a body of 2 KB held up all receivers for 43 ms each.
 */
export type TemplateCost = 'none' | 'plain' | 'unknown'

const plainOutput = /\{\{-?\s*[a-z][\w-]*(?:\.[\w-]+|\["[^"\]{}]*"\]|\['[^'\]{}]*'\])*\s*-?\}\}/gi

/** All but the method are as long as the sender likes. */
const smallOutput = /^\{\{-?\s*request\.method\s*-?\}\}$/i
const mostBigOutputs = 20

const hasMarkup = (template: string) => template.includes('{{') || template.includes('{%')

export const templateCostOf = (template: string): TemplateCost => {
  if (!hasMarkup(template)) return 'none'
  if (template.length > maxKeptLength) return 'unknown'
  const outputs = template.match(plainOutput) ?? []
  if (outputs.filter((output) => !smallOutput.test(output)).length > mostBigOutputs) return 'unknown'
  return hasMarkup(template.replace(plainOutput, ' ')) ? 'unknown' : 'plain'
}
