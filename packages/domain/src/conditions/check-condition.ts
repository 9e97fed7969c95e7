import { checkSelector } from './check-selector.ts'
import { readNumber } from './compare.ts'
import { hidesRightValue, isNumeric } from './comparisons.ts'
import { type Condition, maxOperands, type SimpleCondition } from './condition.ts'
import { checkJsonPath } from './extract-json.ts'
import { operandsOf } from './operands.ts'

/** RFC 9110 section 5.1. */
const headerName = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/

/** One sentence a field at fault, keyed `property.{index}`, `rightValue.{index}` or `tooManyConditions`. */
export function checkCondition(condition: Condition): Record<string, string> {
  const operands = operandsOf(condition)
  if (operands.length > maxOperands) {
    return { tooManyConditions: `A notification has at most ${maxOperands} conditions.` }
  }
  const errors = operands.flatMap((operand, index) => [
    [`property.${index}`, checkProperty(operand)],
    [`rightValue.${index}`, checkRightValue(operand)],
  ])
  return Object.fromEntries(errors.filter(([, sentence]) => sentence !== null))
}

function checkProperty({ source, property }: SimpleCondition): string | null {
  if (source === 'response_header') return checkHeaderName(property.trim())
  if (source === 'response_body_json') return checkJsonPath(property)
  return source === 'response_body_html_element' ? checkSelector(property) : null
}

function checkHeaderName(name: string): string | null {
  if (name === '') return 'Please enter a header name.'
  return headerName.test(name) ? null : 'This is not the name of a header.'
}

/** An empty text may be compared with, but is part of every text, and no key. */
function checkRightValue({ comparison, rightValue }: SimpleCondition): string | null {
  if (hidesRightValue(comparison)) return null
  if (isNumeric(comparison)) return readNumber(rightValue) === null ? 'Please enter a number.' : null
  const mayBeEmpty = comparison === 'string_equal_to' || comparison === 'string_not_equal_to'
  return mayBeEmpty || (rightValue !== null && rightValue !== '') ? null : 'Please enter a value.'
}
