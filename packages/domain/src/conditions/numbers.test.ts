import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzz } from '../testing/fuzzing.ts'
import { compare } from './comparing/compare.ts'
import { toRightValue } from './comparing/comparisons.ts'
import { normalizeCondition, defaultCondition } from './condition-rules.ts'
import { checkCondition } from './check-condition.ts'
import { compareExactly } from './comparing/compare-exactly.ts'
import { readExactly } from './numbers.ts'
import { evaluateObserved } from './evaluate.ts'
import { extractValue } from './sources/readers.ts'
import type { Comparison } from './condition.ts'

const holds = (comparison: Comparison, body: string, rightValue: string | number, property = '$.v') =>
  evaluateObserved(
    { ...defaultCondition, source: 'response_body_json', property, comparison, rightValue },
    { statusCode: 200, responseTimeMs: 1, headers: [], body },
    [],
    extractValue,
  ).holds

const signOf = (a: string | number, b: string | number): number => {
  const [left, right] = [readExactly(a), readExactly(b)]
  if (left === null || right === null) throw new TypeError(`${a} or ${b} is no number.`)
  return Math.sign(compareExactly(left, right))
}

describe('numbers are compared as they are written', () => {
  it.each<[left: string | number, right: string | number, sign: number]>([
    ['9007199254740993', '9007199254740992', 1],
    ['9007199254740993', 9_007_199_254_740_992, 1],
    ['-9007199254740993', '-9007199254740992', -1],
    ['0.1000000000000000055', '0.1', 1],
    ['0.30000000000000004', 0.1 + 0.2, 0],
    ['0.3', 0.1 + 0.2, -1],
    ['1.10', '1.1', 0],
    ['1.10', 1.1, 0],
    ['1e400', '1e399', 1],
    ['1e400', '10e399', 0],
    ['-1e400', '1e-400', -1],
    ['1e-400', 0, 1],
    ['1e-400', '2e-400', -1],
    ['0e999999999999999999999999', '-0', 0],
    ['1e99999999999999999999', '10e99999999999999999998', 0],
    ['1e99999999999999999999', '2e99999999999999999998', 1],
    ['1E-99999999999999999999', '1e-99999999999999999998', -1],
    ['+5', 5, 0],
    ['.5', 0.5, 0],
    ['5.', '5.000000000000000000000', 0],
    [' 5 ', '5', 0],
    ['-0', 0, 0],
    ['-0.0000000000000000000', 0, 0],
    ['00000000000000000000007', 7, 0],
    [1e21, '1000000000000000000000', 0],
    [1e21, '1000000000000000000001', -1],
    [5e-324, '5e-324', 0],
    [`${'9'.repeat(399)}8`, '9'.repeat(400), -1],
    [`0.${'0'.repeat(397)}1`, 0, 1],
  ])('%s and %s: %i', (left, right, sign) => {
    expect(signOf(left, right) + 0).toBe(sign)
    expect(signOf(right, left) + 0).toBe(sign === 0 ? 0 : -sign)
  })

  it('whatever they are', async () => {
    const digits = (max: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${max}}$`))
    const written = fc
      .record({
        sign: fc.constantFrom('', '-', '+'),
        whole: digits(30),
        fraction: digits(30),
        power: fc.integer({ min: -40, max: 40 }),
      })
      .map((made) => ({ ...made, text: `${made.sign}${made.whole}.${made.fraction}e${made.power}` }))
    type Written = { sign: string; whole: string; fraction: string; power: number }
    // As a whole number of the smallest part that any of them may have.
    const scaled = ({ sign, whole, fraction, power }: Written) =>
      BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`) * 10n ** BigInt(power + 80 - fraction.length)
    const near = fc
      .tuple(written, written, fc.boolean())
      .map(([a, b, isSame]) => [a, isSame ? { ...a, ...respell(a) } : b] as const)
    await fuzz(
      fc.property(near, ([a, b]) => {
        const [left, right] = [scaled(a), scaled(b)]
        expect(signOf(a.text, b.text) + 0).toBe(left < right ? -1 : left > right ? 1 : 0)
      }),
      { runs: 500, share: 1 / 4 },
    )
  })
})

/** The same number, written in another way. */
const respell = ({
  sign,
  whole,
  fraction,
  power,
}: {
  sign: string
  whole: string
  fraction: string
  power: number
}) => {
  const made = { sign, whole: `00${whole}${fraction.slice(0, 1)}`, fraction: `${fraction.slice(1)}0`, power: power - 1 }
  return { ...made, text: `${made.sign}${made.whole}.${made.fraction}e${made.power}` }
}

describe('a condition on a long number of a document', () => {
  it.each<[Comparison, document: string, right: string | number, boolean]>([
    ['number_equal_to', '{"v":9007199254740993}', 9_007_199_254_740_992, false],
    ['number_equal_to', '{"v":9007199254740993}', '9007199254740992', false],
    ['number_equal_to', '{"v":9007199254740993}', '9007199254740993', true],
    ['number_not_equal_to', '{"v":9007199254740993}', '9007199254740992', true],
    ['number_greater_than', '{"v":9007199254740993}', '9007199254740992', true],
    ['number_equal_to', '{"v":1.10}', '1.1', true],
    ['number_equal_to', '{"v":"1.10"}', 1.1, true],
    ['number_greater_than', '{"v":1e400}', '9e399', true],
    ['number_equal_to', '{"v":1e400}', '1e401', false],
    ['number_greater_than', '{"v":0.1000000000000000055511151231257827}', '0.1', true],
    ['number_equal_to', '{"v":-0}', 0, true],
    ['number_less_than', '{"v":1e-400}', '1e-399', true],
    ['collection_has_value', '{"v":[9007199254740993]}', '9007199254740993', true],
    ['collection_has_value', '{"v":[9007199254740993]}', '9007199254740992', false],
    ['collection_has_value', '{"v":{"a":"9007199254740993.0"}}', '9007199254740993', true],
    ['collection_has_value', '{"v":[9007199254740992]}', '9007199254740993', false],
    ['string_equal_to', '{"v":9007199254740993}', '9007199254740993', true],
    ['string_equal_to', '{"v":[9007199254740993]}', '[9007199254740993]', true],
  ])('%s of %s and %s: %s', (comparison, document, right, expected) => {
    expect(holds(comparison, document, right)).toBe(expected)
  })

  it('has its right value stored as it is written, where a number would be another one', () => {
    const stored = (rightValue: string | number) => normalizeCondition({ ...defaultCondition, rightValue }).rightValue
    expect(stored('9007199254740993')).toBe('9007199254740993')
    expect(stored(' 0.1000000000000000055 ')).toBe('0.1000000000000000055')
    expect(stored('1e400')).toBe('1e400')
    expect(stored('9007199254740992')).toBe(9_007_199_254_740_992)
    expect(stored('1.10')).toBe(1.1)
    expect(stored('0x10')).toBe('0x10')
    expect(toRightValue('number_equal_to', 'Infinity')).toBe('Infinity')
    for (const rightValue of ['1e400', '9'.repeat(400), '+5', '.5', '5.'])
      expect(checkCondition({ ...defaultCondition, rightValue })).toEqual({})
    for (const rightValue of ['0x10', 'Infinity', 'NaN', '1_000', '1,5', '9'.repeat(401)])
      expect(checkCondition({ ...defaultCondition, rightValue })).toHaveProperty('rightValue.0')
  })

  it('is compared by its nearest number with nothing', () => {
    expect(
      compare('number_equal_to', { value: '9007199254740993', rightValue: 9_007_199_254_740_992, previous: undefined }),
    ).toBe(false)
  })
})

describe('a filter of a path', () => {
  const items =
    '{"items":[{"id":5},{"id":7},{"id":9007199254740992},{"id":9007199254740993},{"id":1e400},{"id":"9"},{"id":null},{"id":[9007199254740993]},{"id":{}}]}'
  const countOf = (filter: string) => {
    const found = extractValue(
      { source: 'response_body_json', property: `$.items[?${filter}].id` },
      { statusCode: 200, responseTimeMs: 1, headers: [], body: items },
    )
    expect(found.problem).toBeNull()
    return found.value === null ? 0 : Array.isArray(found.value) ? found.value.length : 1
  }

  it.each([
    ['@.id > 6', 4],
    ['@.id >= 9007199254740993', 2],
    ['@.id > 9007199254740992', 2],
    ['@.id == 9007199254740993', 1],
    ['@.id == 9007199254740992', 1],
    ['@.id != 9007199254740993', 8],
    ['@.id < 9007199254740993', 3],
    ['@.id <= 9007199254740993', 4],
    ['6 < @.id', 4],
    ['@.id == 1e400', 1],
    ['@.id == 10e399', 1],
    ['@.id < 1e400', 4],
    ['@.id == "9007199254740993"', 0],
    ['@.id == $.items[3].id', 1],
    ['@.id == $.items[7].id', 1],
    ['@.id == $.items[8].id', 1],
    ['@.id[0] == 9007199254740993', 1],
    ['@.id == true', 0],
    ['@.missing == @.absent', 9],
    ['!(@.id == 9007199254740993)', 8],
    ['@.id > 6 && @.id < 9007199254740993', 2],
    ['value(@.id) == 9007199254740993', 1],
    ['length(@.id) == 0', 1],
    ['length(@.id) == 1', 2],
    ['match(@.id, "9007199254740993")', 0],
  ])('%s finds %i', (filter, count) => expect(countOf(filter)).toBe(count))

  it('gives every id as it is written, by both readings of paths', () => {
    const value = (property: string, rightValue: string) => holds('string_contain', items, rightValue, property)
    expect(value('$.items[*].id', '9007199254740993')).toBe(true)
    expect(value('$..id', '9007199254740993')).toBe(true)
    expect(value('$.items[?@.id > 7].id', '9007199254740992,9007199254740993,1e400')).toBe(true)
  })
})
