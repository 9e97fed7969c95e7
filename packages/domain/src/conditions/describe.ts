import { compare } from './comparing/compare.ts'
import { hidesRightValue, isNumeric, isOrder } from './comparing/comparisons.ts'
import type { Comparison, Condition, SimpleCondition } from './condition.ts'
import { alternativesOf, asksForResponse, operandsOf } from './condition-rules.ts'
import { masked } from '../headers/secret-headers.ts'
import { type JsonValue, textOf } from './json-value.ts'
import { isNumber } from './numbers.ts'
import { readsSecret } from './mask-condition.ts'
import { sources } from './sources/registry.ts'

const verbs: Readonly<Record<Comparison, string>> = {
  any: 'is anything',
  has_changed: 'has changed',
  string_equal_to: 'is',
  string_not_equal_to: 'is not',
  string_contain: 'contains',
  string_not_contain: 'does not contain',
  number_equal_to: 'equals',
  number_not_equal_to: 'does not equal',
  number_greater_than: 'is greater than',
  number_greater_than_or_equal_to: 'is at least',
  number_less_than: 'is less than',
  number_less_than_or_equal_to: 'is at most',
  collection_has_key: 'has the key',
  collection_has_value: 'has the value',
  boolean_is_true: 'is true',
  boolean_is_false: 'is false',
  is_null: 'is null',
  not_null: 'is not null',
}

/** What it says where it is asked whether a response came at all. */
const responseVerbs: Partial<Record<Comparison, string>> = { is_null: 'no response', not_null: 'has a response' }

/** A condition in words, as tables and messages show it: `Status code equals 200`, `No response, or …`. */
export const describeCondition = (condition: Condition): string =>
  capitalized(
    alternativesOf(condition)
      .map((operands) => operands.map(describeOperand).join(' and '))
      .join(', or '),
  )

/** What is true again once a comparison has stopped holding; `{}` stands for what it compared with. */
const recoveries: Readonly<Record<Comparison, string>> = {
  any: 'is missing',
  has_changed: 'has stopped changing',
  string_equal_to: 'is no longer {}',
  string_not_equal_to: 'is {} again',
  string_contain: 'no longer contains {}',
  string_not_contain: 'contains {} again',
  number_equal_to: 'is no longer {}',
  number_not_equal_to: 'is {} again',
  number_greater_than: 'is at most {} again',
  number_greater_than_or_equal_to: 'is below {} again',
  number_less_than: 'is at least {} again',
  number_less_than_or_equal_to: 'is above {} again',
  collection_has_key: 'no longer has the key {}',
  collection_has_value: 'no longer has the value {}',
  boolean_is_true: 'is no longer true',
  boolean_is_false: 'is true again',
  is_null: 'has a value again',
  not_null: 'is null again',
}

const responseRecoveries: Partial<Record<Comparison, string>> = {
  is_null: 'Has a response again',
  not_null: 'Has no response any more',
}

/**
 * What is true again once a condition has stopped holding, without a double negative: `Status code is 200 again`.
 * @param value - of its first operand, by which it stopped.
 */
export const describeRecovery = (condition: Condition, value: JsonValue): string => {
  const [operand, ...others] = operandsOf(condition)
  if (operand === undefined) return describeCondition(condition)
  if (others.length > 0) {
    const isOfCode = [operand, ...others].every(({ source }) => source === 'response_code')
    return isOfCode && value !== null
      ? `${describeOperandValue(operand)} ${textOf(value)}`
      : `No longer true: ${uncapitalized(describeCondition(condition))}`
  }
  const ofResponse = responseRecoveries[operand.comparison]
  if (asksForResponse(operand) && ofResponse !== undefined) return ofResponse
  const words = recoveryWords(operand.comparison, value).replace('{}', () => objectOf(operand))
  return capitalized(`${sources[operand.source].describe(operand.property.trim())} ${words}`)
}

/** The opposite of "is false" and of an order holds only for values of that kind: null is neither true nor at most 7. */
const recoveryWords = (comparison: Comparison, value: JsonValue): string => {
  const isOpposite =
    comparison === 'boolean_is_false'
      ? compare('boolean_is_true', { value, rightValue: null, previous: undefined })
      : !isOrder(comparison) || isNumber(value)
  return isOpposite ? recoveries[comparison] : stopped(comparison)
}

/** `is no longer at most {}` */
const stopped = (comparison: Comparison): string =>
  `${verbs[comparison].replace('is ', 'is no longer ')}${hidesRightValue(comparison) ? '' : ' {}'}`

/** What an operand reads, in words: `JSON body at $.price`. */
export const describeOperandValue = ({ source, property }: SimpleCondition): string =>
  capitalized(sources[source].describe(property.trim()))

/** A comparison that holds, with the value it was made of: `Status code (500) does not equal 200`. */
export const describeMet = (operand: SimpleCondition, value: string, rightValue: string): string => {
  const ofResponse = ofResponseOf(operand)
  if (ofResponse === undefined) return capitalized(wordsOf(operand, `(${value}) `, rightValue))
  return operand.comparison === 'is_null' ? 'No response arrived' : `${capitalized(ofResponse)} (${value})`
}

/** One that does not hold, as what is the case instead: `Response time is 1200 ms (required: at most 1000 ms)`. */
export const describeUnmet = (operand: SimpleCondition, value: string): string => {
  const ofResponse = ofResponseOf(operand)
  if (ofResponse !== undefined) {
    const found =
      operand.comparison === 'is_null'
        ? `${describeOperandValue(operand)} is ${valueOf(operand, value)}`
        : 'No response arrived'
    return `${found} (required: ${ofResponse.replace('has ', '')})`
  }
  const required = predicateOf(operand.comparison, objectOf(operand)).replace(/^is /, '')
  return `${describeOperandValue(operand)} is ${valueOf(operand, value)} (required: ${required})`
}

const valueOf = ({ source }: SimpleCondition, value: string): string => {
  const { unit } = sources[source]
  if (value === '') return 'empty'
  return unit === null || !isNumber(value) ? value : `${value} ${unit}`
}

/** Within a sentence: `status code equals 200`. */
export const describeOperand = (operand: SimpleCondition): string =>
  ofResponseOf(operand) ?? wordsOf(operand, '', objectOf(operand))

/** One that holds, with the status code that it was decided on: `status code 503 is at least 400`. */
export const describeHeld = (operand: SimpleCondition, value: JsonValue): string => {
  const isOfCode = operand.source === 'response_code' && value !== null && !asksForResponse(operand)
  return isOfCode ? wordsOf(operand, `${textOf(value)} `, objectOf(operand)) : describeOperand(operand)
}

const ofResponseOf = (operand: SimpleCondition): string | undefined =>
  asksForResponse(operand) ? responseVerbs[operand.comparison] : undefined

function wordsOf({ source, property, comparison }: SimpleCondition, value: string, object: string): string {
  return `${sources[source].describe(property.trim())} ${value}${predicateOf(comparison, object)}`
}

const predicateOf = (comparison: Comparison, object: string): string =>
  hidesRightValue(comparison) ? verbs[comparison] : `${verbs[comparison]} ${object}`

/** "JSON body" keeps its capitals. */
export const uncapitalized = (text: string) =>
  /^[A-Z][a-z]/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Histories keep these words, and messages carry them, so that none holds a secret. */
function objectOf({ source, property, comparison, rightValue }: SimpleCondition): string {
  if (readsSecret({ source, property })) return masked
  if (!isNumeric(comparison)) return `"${rightValue ?? ''}"`
  const { unit } = sources[source]
  return unit === null ? String(rightValue) : `${rightValue} ${unit}`
}
