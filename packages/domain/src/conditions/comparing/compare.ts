import { compareExactly } from './compare-exactly.ts'
import type { Comparison } from '../condition.ts'
import { contentEquals, isCollection, type JsonValue, textOf } from '../json-value.ts'
import { readExactly } from '../numbers.ts'

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
const ofNumbers = (rule: (order: number) => boolean) =>
  ofValue((value, rightValue) => {
    const [left, right] = [readExactly(value), readExactly(rightValue)]
    return left !== null && right !== null && rule(compareExactly(left, right))
  })

const not =
  (rule: Rule): Rule =>
  (compared) =>
    !rule(compared)

const isNull: Rule = ({ value }) => value === null
const stringEqual = ofTexts((left, right) => left === right)
const stringContain = ofTexts((left, right) => left.includes(right))
const numberEqual = ofNumbers((order) => order === 0)

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
  number_greater_than: ofNumbers((order) => order > 0),
  number_greater_than_or_equal_to: ofNumbers((order) => order >= 0),
  number_less_than: ofNumbers((order) => order < 0),
  number_less_than_or_equal_to: ofNumbers((order) => order <= 0),
  collection_has_key: ofValue((value, rightValue) => hasKey(value, rightText(rightValue))),
  collection_has_value: ofValue(hasValue),
  boolean_is_true: ({ value }) => value === true || value === 'true',
  boolean_is_false: ({ value }) => value === false || value === 'false',
  is_null: isNull,
  not_null: not(isNull),
}

const rightText = (rightValue: RightValue) => textOf(rightValue ?? '')

function hasKey(value: JsonValue, key: string): boolean {
  if (!isCollection(value)) return false
  if (!Array.isArray(value)) return Object.hasOwn(value, key)
  return /^(?:0|[1-9]\d*)$/.test(key) && Number(key) < value.length
}

function hasValue(value: JsonValue, rightValue: RightValue): boolean {
  if (!isCollection(value)) return false
  const [number, text] = [readExactly(rightValue), rightText(rightValue)]
  return Object.values(value).some((member) => {
    const left = number === null ? null : readExactly(member)
    return left === null || number === null ? textOf(member) === text : compareExactly(left, number) === 0
  })
}
