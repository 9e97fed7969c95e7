import type { FieldErrors } from '@knockwire/domain/errors'
import type { ConditionRow } from './condition-form.ts'

/** The sentence that belongs to the editor as a whole. */
const wholeKey = 'tooManyConditions'

/** Which errors a change answers: another comparison asks for another value, another source for all anew. */
export function clearRowErrors(errors: FieldErrors, index: number, change: Partial<ConditionRow>): FieldErrors {
  const cleared = new Set<string>()
  if ('source' in change || 'property' in change) cleared.add(`property.${index}`)
  if ('source' in change || 'comparison' in change || 'rightValue' in change) cleared.add(`rightValue.${index}`)
  return Object.fromEntries(Object.entries(errors).filter(([key]) => !cleared.has(key)))
}

/** The errors of the rows behind a removed one move up with them. */
export function errorsWithoutRow(errors: FieldErrors, removed: number): FieldErrors {
  const kept = Object.entries(errors).flatMap(([key, sentence]) => {
    if (key === wholeKey) return []
    const [, field, digits] = /^(property|rightValue)\.(\d+)$/.exec(key) ?? []
    const index = Number(digits)
    if (field === undefined || index < removed) return [[key, sentence]]
    return index === removed ? [] : [[`${field}.${index - 1}`, sentence]]
  })
  return Object.fromEntries(kept)
}
