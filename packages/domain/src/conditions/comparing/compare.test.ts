import { describe, expect, it } from 'vitest'
import { checkCondition } from '../check-condition.ts'
import { mostPlainPasses, plainPassesIn } from '../../testing/plain-passes.ts'
import { compare, type RightValue } from './compare.ts'
import { comparisonLabels, comparisons, matchesNull, toRightValue } from './comparisons.ts'
import type { Comparison, Condition } from '../condition.ts'
import { defaultCondition } from '../condition-rules.ts'
import { evaluateCondition } from '../evaluate.ts'
import { contentEquals, type JsonValue } from '../json-value.ts'
import { resolved } from '../sources/source.ts'

const holds = (comparison: Comparison, value: JsonValue, rightValue: RightValue) =>
  compare(comparison, { value, rightValue, previous: undefined })

describe('a comparison', () => {
  it.each(comparisons.filter((comparison) => comparison !== 'any'))(
    'whether null matches %s is known without comparing',
    (comparison) => {
      expect(matchesNull(comparison)).toBe(holds(comparison, null, '200'))
    },
  )

  it.each<[Comparison, JsonValue, RightValue, boolean]>([
    ['number_greater_than', 5, 'much', false],
    ['number_greater_than_or_equal_to', 0, null, false],
    ['number_equal_to', [5], 5, false],
    ['number_equal_to', '.25', 0.25, true],
    ['number_equal_to', '1e+10', 10_000_000_000, true],
    ['number_equal_to', '25e-2', 0.25, true],
    ['number_equal_to', '5.', 5, true],
    ['boolean_is_false', 'false', null, true],
    ['boolean_is_false', '', null, false],
    ['string_equal_to', '', null, true],
    ['string_equal_to', 'x', null, false],
    ['collection_has_key', Array.from({ length: 11 }, () => 0), '10', true],
    ['collection_has_key', Array.from({ length: 11 }, () => 0), '11', false],
    ['collection_has_key', Array.from({ length: 11 }, () => 0), '1x', false],
    ['collection_has_value', ['x', '1.0'], 1, true],
    ['collection_has_value', ['x'], 1, false],
  ])('%s of %j and %j holds: %s', (comparison, value, rightValue, expected) => {
    expect(holds(comparison, value, rightValue)).toBe(expected)
  })
})

it('a text of more than 400 characters is no number', () => {
  const numberOf = (digits: number) => `${'0'.repeat(digits - 1)}7`
  expect(holds('number_equal_to', numberOf(400), 7)).toBe(true)
  expect(holds('number_equal_to', numberOf(401), 7)).toBe(false)
})

it.each([
  ['digits', `${'1'.repeat(65_535)}x`],
  ['spaces', `1${' '.repeat(65_534)}x`],
])('a long text of %s that is no number costs about as much as reading it a few times', async (_, text) => {
  const compareBoth = () => [
    holds('number_greater_than', text, 1),
    holds('number_greater_than', 1, text),
    holds('collection_has_value', [text], 1),
  ]
  expect(await plainPassesIn(text.length, compareBoth)).toBeLessThan(mostPlainPasses)
})

describe('two values', () => {
  it.each<[JsonValue, JsonValue, boolean]>([
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, false],
    [{ a: 1, b: 2 }, { a: 3, b: 2 }, false],
    [[1, 2], [1, 2], true],
    [[1, 2], [1, 3], false],
    [[1], [1, 2], false],
    [[1, 2], [1], false],
    [[], [1], false],
    [[], { length: 0 }, false],
    [{ length: 0 }, [], false],
    [[null], [], false],
  ])('%j and %j have the same content: %s', (a, b, expected) => expect(contentEquals(a, b)).toBe(expected))
})

describe('the value to compare with', () => {
  const errorOf = (comparison: Comparison, rightValue: RightValue) => {
    const condition: Condition = { ...defaultCondition, source: 'response_body_text', comparison, rightValue }
    return checkCondition(condition)['rightValue.0']
  }

  it.each<[Comparison, RightValue]>([
    ['string_equal_to', ''],
    ['string_not_equal_to', ''],
    ['string_not_equal_to', null],
    ['string_contain', 'a'],
    ['is_null', null],
  ])('of %s may be %j', (comparison, rightValue) => expect(errorOf(comparison, rightValue)).toBeUndefined())

  it.each<[Comparison, RightValue, string]>([
    ['string_contain', '', 'Enter a value.'],
    ['string_contain', null, 'Enter a value.'],
    ['string_not_contain', '', 'Enter a value.'],
    ['collection_has_key', '', 'Enter a value.'],
    ['number_equal_to', 'x', 'Enter a number.'],
    ['number_equal_to', null, 'Enter a number.'],
  ])('of %s may not be %j', (comparison, rightValue, message) => {
    expect(errorOf(comparison, rightValue)).toBe(message)
  })

  it('of a numeric comparison has at most 400 characters', () => {
    expect(errorOf('number_equal_to', `${'0'.repeat(399)}1`)).toBeUndefined()
    expect(errorOf('number_equal_to', `${'0'.repeat(400)}1`)).toBe('A number can have at most 400 characters.')
  })

  it('that is typed as spaces is no number, and stays as it was typed', () => {
    expect(toRightValue('number_equal_to', '  ')).toBe('  ')
  })
})

it('the selector shows a comparison that always holds as Any', () => expect(comparisonLabels.any).toBe('Any'))

it('a reason shows 200 characters of a value, and the beginning of a longer one', () => {
  const reasonOf = (length: number) => {
    const condition: Condition = { ...defaultCondition, source: 'response_body_text', comparison: 'not_null' }
    return evaluateCondition(condition, [{ current: resolved('a'.repeat(length)), previous: null }]).operands[0]?.reason
  }
  expect(reasonOf(200)).toBe(`Response body (${'a'.repeat(200)}) is not null`)
  expect(reasonOf(201)).toBe(`Response body (${'a'.repeat(200)}…) is not null`)
})
