import type { Comparison } from './condition.ts'
import { ExactNumber } from './exact-number.ts'
import { contentEquals, isCollection, type JsonValue, textOf } from './json-value.ts'

export type RightValue = string | number | null

/** What a comparison looks at; `previous` is undefined where no execution came before. */
export interface Compared {
  value: JsonValue
  rightValue: RightValue
  previous: JsonValue | undefined
}

type Rule = (compared: Compared) => boolean

/** Whether the comparison holds. */
export const compare = (comparison: Comparison, compared: Compared) => rules[comparison](compared)

/** Null satisfies none of these. */
const ofValue =
  (rule: (value: JsonValue, rightValue: RightValue) => boolean): Rule =>
  ({ value, rightValue }) =>
    value !== null && rule(value, rightValue)

const ofTexts = (rule: (left: string, right: string) => boolean) =>
  ofValue((value, rightValue) => rule(textOf(value), rightText(rightValue)))

/** What is no number satisfies none of these. */
const ofNumbers = (rule: (left: number, right: number) => boolean) =>
  ofValue((value, rightValue) => {
    const [left, right] = [readNumber(value), readNumber(rightValue)]
    return left !== null && right !== null && rule(left, right)
  })

const not =
  (rule: Rule): Rule =>
  (compared) =>
    !rule(compared)

const isNull: Rule = ({ value }) => value === null
const stringEqual = ofTexts((left, right) => left === right)
const stringContain = ofTexts((left, right) => left.includes(right))
const numberEqual = ofNumbers((left, right) => left === right)

/** Each "not" comparison is the exact negation of its partner, so it holds for null. */
const rules: Readonly<Record<Comparison, Rule>> = {
  any: () => true,
  has_changed: ({ value, previous }) => previous !== undefined && !contentEquals(value, previous),
  string_equal_to: stringEqual,
  string_not_equal_to: not(stringEqual),
  string_contain: stringContain,
  string_not_contain: not(stringContain),
  number_equal_to: numberEqual,
  number_not_equal_to: not(numberEqual),
  number_greater_than: ofNumbers((left, right) => left > right),
  number_greater_than_or_equal_to: ofNumbers((left, right) => left >= right),
  number_less_than: ofNumbers((left, right) => left < right),
  number_less_than_or_equal_to: ofNumbers((left, right) => left <= right),
  collection_has_key: ofValue((value, rightValue) => hasKey(value, rightText(rightValue))),
  collection_has_value: ofValue(hasValue),
  boolean_is_true: ({ value }) => value === true || value === 'true',
  boolean_is_false: ({ value }) => value === false || value === 'false',
  is_null: isNull,
  not_null: not(isNull),
}

/** In characters. What is longer is no number, and is not matched at all. */
export const maxNumberLength = 400

/** Each character can be matched in one way only, so that a long text costs a pass over it and not its square. */
const decimal = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/

/** A number, or a text that is one; nothing else is taken for a number. */
export function readNumber(value: JsonValue): number | null {
  if (typeof value === 'number') return value
  if (value instanceof ExactNumber) return readNumber(String(value))
  if (typeof value !== 'string' || value.length > maxNumberLength || !decimal.test(value)) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

const rightText = (rightValue: RightValue) => textOf(rightValue ?? '')

function hasKey(value: JsonValue, key: string): boolean {
  if (!isCollection(value)) return false
  if (!Array.isArray(value)) return Object.hasOwn(value, key)
  return /^(?:0|[1-9]\d*)$/.test(key) && Number(key) < value.length
}

function hasValue(value: JsonValue, rightValue: RightValue): boolean {
  return isCollection(value) && Object.values(value).some((member) => isSame(member, rightValue))
}

function isSame(member: JsonValue, rightValue: RightValue): boolean {
  const [left, right] = [readNumber(member), readNumber(rightValue)]
  if (left !== null && right !== null) return left === right
  return textOf(member) === rightText(rightValue)
}
