import { compare } from '../conditions/comparing/compare.ts'
import { isOrder } from '../conditions/comparing/comparisons.ts'
import type { Comparison, Condition, SimpleCondition } from '../conditions/condition.ts'
import { alternativesOf, operandsOf, usesPreviousValue } from '../conditions/condition-rules.ts'
import {
  capitalized,
  describeCondition,
  describeHeld,
  describeOperand,
  describeRecovery,
  uncapitalized,
} from '../conditions/describe.ts'
import type { Verdict } from '../conditions/evaluate.ts'
import { isCollection, type JsonValue, textOf } from '../conditions/json-value.ts'
import { readsSecret } from '../conditions/mask-condition.ts'
import { sources } from '../conditions/sources/registry.ts'
import { milliseconds } from '../executions/milliseconds.ts'
import { shorten } from '../text/shorten.ts'

/** What kind of event a message is about, in a word for its subject. "Down" is only said of the status code and of a heartbeat. */
export const messageStates = ['Down', 'Slow', 'Late', 'Changed', 'Alert', 'Recovered', 'Test'] as const
export type MessageState = (typeof messageStates)[number]

export interface AlertWords {
  state: MessageState
  /** What is the case: `503 (expected 200)`, `no response`, `JSON body at $.price changed from 105 to 110`. */
  summary: string
}

/** An operand of the alternative that holds, with the value that it was decided on. */
export interface HeldOperand {
  operand: SimpleCondition
  value: JsonValue
}

/** What is expected instead of a value for which a comparison holds; `{}` stands for what it is compared with. */
const expectations: Partial<Record<Comparison, string>> = {
  string_not_equal_to: '{}',
  number_not_equal_to: '{}',
  number_greater_than: 'at most {}',
  number_greater_than_or_equal_to: 'below {}',
  number_less_than: 'at least {}',
  number_less_than_or_equal_to: 'above {}',
}

/** Comparisons after which the value alone says all. */
const isSaidByValue = (comparison: Comparison) =>
  comparison === 'number_equal_to' ||
  comparison === 'string_equal_to' ||
  comparison === 'not_null' ||
  comparison === 'any'

/** Of a value, in a subject or a text message. */
const longestValue = 60

/** Such as "JSON body at $.price"; nothing where the value needs no name: "503", "1.20 s". */
const nameOf = ({ source, property }: SimpleCondition) =>
  source === 'response_code' || source === 'response_time' ? '' : `${sources[source].describe(property.trim())} is `

const valueText = ({ source }: SimpleCondition, value: JsonValue, isText = typeof value === 'string'): string => {
  if (value === null) return sources[source].part === 'headers' ? 'missing' : 'null'
  const number = Number(textOf(value))
  if (source === 'response_time' && !Number.isNaN(number)) return milliseconds(number)
  const text = shorten(textOf(value).replaceAll(/\s+/g, ' '), longestValue)
  return isText && source !== 'response_code' ? `"${text}"` : text
}

const isShort = (value: JsonValue) => !isCollection(value) && textOf(value).length <= longestValue

const changeText = (operand: SimpleCondition, value: JsonValue, previous: JsonValue | undefined): string => {
  const name = sources[operand.source].describe(operand.property.trim())
  if (previous === undefined || !isShort(previous) || !isShort(value)) return `${name} has changed`
  return `${name} changed from ${valueText(operand, previous)} to ${valueText(operand, value)}`
}

const heldText = ({ operand, value }: HeldOperand, previous: JsonValue | undefined): string => {
  const { source, comparison, rightValue } = operand
  if (readsSecret(operand)) return describeOperand(operand)
  if (usesPreviousValue(operand)) return changeText(operand, value, previous)
  if (source === 'response_code' && value === null) return 'no response'
  const expected = expectations[comparison]
  if (expected === undefined)
    return isSaidByValue(comparison) ? `${nameOf(operand)}${valueText(operand, value)}` : describeOperand(operand)
  const isText = comparison.startsWith('string_')
  const requiredValue = expected.replace('{}', () => valueText(operand, rightValue ?? '', isText))
  return `${nameOf(operand)}${valueText(operand, value)} (expected ${requiredValue})`
}

const isSuccess = (code: JsonValue) => Number(code) >= 200 && Number(code) < 300

/** A code that says that something is wrong: an error, or one where another from 200 to 299 was expected. */
const isDownCode = ({ comparison, rightValue }: SimpleCondition, code: JsonValue): boolean => {
  if (code === null || Number(code) >= 400) return true
  return comparison === 'number_not_equal_to' && isSuccess(rightValue) && !isSuccess(code)
}

const stateOf = (held: readonly HeldOperand[]): MessageState => {
  if (held.some(({ operand }) => usesPreviousValue(operand))) return 'Changed'
  if (held.some(({ operand, value }) => operand.source === 'response_code' && isDownCode(operand, value))) return 'Down'
  return held.some(({ operand: { source, comparison } }) => source === 'response_time' && isAbove(comparison))
    ? 'Slow'
    : 'Alert'
}

const isAbove = (comparison: Comparison) => isOrder(comparison) && comparison.includes('greater')

/** The words of an alert, by the operands of the alternative that holds. `previousValue`: of the first that looks at changes. */
export const alertWords = (held: readonly HeldOperand[], previousValue?: JsonValue): AlertWords => {
  const firstChange = held.findIndex(({ operand }) => usesPreviousValue(operand))
  const texts = held.map((one, at) => heldText(one, at === firstChange ? previousValue : undefined))
  return { state: stateOf(held), summary: texts.join(' and ') }
}

/** The operands of the first alternative that holds; null where none does. */
const heldOperands = (condition: Condition, { operands }: Verdict): HeldOperand[] | null => {
  let at = 0
  for (const alternative of alternativesOf(condition)) {
    const own = operands.slice(at, at + alternative.length)
    at += alternative.length
    if (own.every(({ holds }) => holds)) return own.map(({ condition: operand, value }) => ({ operand, value }))
  }
  return null
}

/** The words that an alert has, or of a condition that does not hold, those that it is likely to have. */
export const alertWordsOf = (condition: Condition, verdict: Verdict, previousValue?: JsonValue): AlertWords => {
  const held = heldOperands(condition, verdict)
  return held === null ? likelyWords(condition) : alertWords(held, previousValue)
}

/** The condition in words; of several alternatives the one that holds: `Status code 503 is at least 400`. */
export const describeMatch = (condition: Condition, verdict: Verdict): string => {
  const held = alternativesOf(condition).length > 1 ? heldOperands(condition, verdict) : null
  if (held === null) return describeCondition(condition)
  return capitalized(held.map(({ operand, value }) => describeHeld(operand, value)).join(' and '))
}

/** Before the condition has held: the condition itself, which is about being down where a response of 200 does not meet it. */
export const likelyWords = (condition: Condition): AlertWords => {
  const operands = alternativesOf(condition)[0] ?? []
  const likely = operands.map((operand) => ({ operand, value: operand.source === 'response_code' ? 200 : '' }))
  const state = stateOf(likely.map((one) => (isMetBySuccess(one) ? one : { ...one, value: null })))
  return { state, summary: uncapitalized(describeCondition(condition)) }
}

const isMetBySuccess = ({ operand: { comparison, rightValue }, value }: HeldOperand) =>
  compare(comparison, { value, rightValue, previous: undefined })

/** The words of a recovery. `value`: of the first operand, by which the condition stopped holding. */
export const recoveryWords = (condition: Condition, value: JsonValue): AlertWords => {
  const [first, ...others] = operandsOf(condition)
  const isAlone = others.every(({ source }) => source === first?.source)
  if (first !== undefined && isAlone && typeof value === 'number' && isGood(first, value))
    return { state: 'Recovered', summary: `${valueText(first, value)} again` }
  return { state: 'Recovered', summary: uncapitalized(describeRecovery(condition, value)) }
}

const isGood = ({ source, comparison }: SimpleCondition, value: number) =>
  source === 'response_code' ? value < 400 : source === 'response_time' && isOrder(comparison)
