import { isNumber, maxNumberLength } from './numbers.ts'
import { hidesRightValue, isNumeric } from './comparing/comparisons.ts'
import type { Condition, SimpleCondition } from './condition.ts'
import { maxOperands, operandsOf } from './condition-rules.ts'
import { checkProperty } from './sources/readers.ts'
/** One message a field at fault, keyed `property.{index}`, `rightValue.{index}` or `tooManyConditions`. */
export function checkCondition(condition: Condition): Record<string, string> {
  const alternatives = condition.advancedCondition?.orOperands
  if (alternatives?.some(({ andOperands }) => andOperands.length === 0) || alternatives?.length === 0) {
    return { tooManyConditions: 'Each alternative needs at least one condition.' }
  }
  const operands = operandsOf(condition)
  if (operands.length > maxOperands) {
    return { tooManyConditions: `A notification has at most ${maxOperands} conditions.` }
  }
  const errors = operands.flatMap((operand, index) => [
    [`property.${index}`, checkProperty(operand)],
    [`rightValue.${index}`, checkRightValue(operand)],
  ])
  return Object.fromEntries(errors.filter(([, message]) => message !== null))
}

/** An empty text may be compared with, but is part of every text, and no key. */
function checkRightValue({ comparison, rightValue }: SimpleCondition): string | null {
  if (hidesRightValue(comparison)) return null
  if (typeof rightValue === 'number' && Number.isInteger(rightValue) && !Number.isSafeInteger(rightValue))
    return 'A number of more than 15 digits loses digits in JSON. Send it as text, in quotes.'
  if (isNumeric(comparison)) {
    if (typeof rightValue === 'string' && rightValue.length > maxNumberLength)
      return `A number can have at most ${maxNumberLength} characters.`
    return isNumber(rightValue) ? null : 'Enter a number.'
  }
  const mayBeEmpty = comparison === 'string_equal_to' || comparison === 'string_not_equal_to'
  return mayBeEmpty || (rightValue !== null && rightValue !== '') ? null : 'Enter a value.'
}
