import { describe, expect, it } from 'vitest'
import { checkCondition } from './check-condition.ts'
import { comparisonLabels, hidesRightValue, toRightValue } from './comparing/comparisons.ts'
import { Comparison, type Condition, type SimpleCondition } from './condition.ts'
import { defaultCondition, comparisonsFor, sourcesOf, withSource } from './condition-rules.ts'
import { describeCondition } from './describe.ts'
import { sources } from './sources/registry.ts'

const condition = (fields: Partial<SimpleCondition>): Condition => ({ ...defaultCondition, ...fields })
const advanced = (andOperands: SimpleCondition[]): Condition => ({
  ...defaultCondition,
  advancedCondition: { orOperands: [{ andOperands }] },
})

describe('the editor', () => {
  it('[TN-21] starts with status code equals 200', () => {
    expect(describeCondition(defaultCondition)).toBe('Status code equals 200')
  })

  it('[TN-24, TN-25, TN-26, TN-28] shows the property for header, JSON and HTML only', () => {
    const withProperty = sourcesOf('execution').filter((source) => sources[source].property !== null)
    expect(withProperty).toEqual(['response_header', 'response_body_json', 'response_body_html_element'])
  })

  it.each([
    ['response_code', 'number_equal_to'],
    ['response_time', 'number_greater_than'],
    ['response_header', 'string_equal_to'],
    ['response_body_json', 'string_equal_to'],
    ['response_body_html_element', 'string_equal_to'],
    ['response_body_text', 'string_equal_to'],
  ] as const)('[TN-35, TN-36, TN-37, TN-38, TN-39] starts over with %s: %s 200', (source, comparison) => {
    expect(withSource(source)).toEqual({ source, property: '', comparison, rightValue: 200 })
  })

  it.each(sourcesOf('execution'))('offers every comparison for %s, the sensible ones first', (source) => {
    const offered = comparisonsFor(source)
    expect([...offered].toSorted()).toEqual([...Comparison.options].toSorted())
    expect(offered.slice(0, sources[source].sensibleComparisons.length)).toEqual(sources[source].sensibleComparisons)
    expect(sources[source].sensibleComparisons).toContain(sources[source].defaultComparison)
    expect(new Set(offered.map((comparison) => comparisonLabels[comparison])).size).toBe(Comparison.options.length)
  })

  it('[TN-40, TN-41, TN-42, TN-43] hides the right value where there is nothing to compare with', () => {
    expect(Comparison.options.filter(hidesRightValue)).toEqual([
      'any',
      'has_changed',
      'boolean_is_true',
      'boolean_is_false',
      'is_null',
      'not_null',
    ])
  })

  it('[TN-44] sends a number for numeric comparisons', () => {
    expect(toRightValue('number_equal_to', ' 4.5 ')).toBe(4.5)
    expect(toRightValue('string_equal_to', '4.5')).toBe('4.5')
    expect(toRightValue('number_equal_to', 'abc')).toBe('abc')
    expect(toRightValue('number_equal_to', '')).toBe('')
  })
})

describe('describeCondition', () => {
  it.each<[Partial<SimpleCondition>, string]>([
    [
      { source: 'response_time', comparison: 'number_greater_than', rightValue: 500 },
      'Response time is greater than 500 ms',
    ],
    [{ source: 'response_header', property: 'etag', comparison: 'has_changed' }, 'Response header etag has changed'],
    [
      { source: 'response_body_json', property: '$.a', comparison: 'string_equal_to', rightValue: 'up' },
      'JSON body at $.a is "up"',
    ],
    [
      { source: 'response_body_json', comparison: 'collection_has_key', rightValue: 'id' },
      'JSON body has the key "id"',
    ],
    [
      { source: 'response_body_html_element', property: '#price', comparison: 'number_less_than', rightValue: 10 },
      'HTML element #price is less than 10',
    ],
    [
      { source: 'response_body_text', comparison: 'string_not_contain', rightValue: 'ok' },
      'Response body does not contain "ok"',
    ],
    [{ comparison: 'any' }, 'Status code is anything'],
  ])('%o', (fields, words) => expect(describeCondition(condition(fields))).toBe(words))

  it('joins the operands of an advanced condition', () => {
    const slow: SimpleCondition = { ...withSource('response_time'), rightValue: 9 }
    expect(describeCondition(advanced([withSource('response_code'), slow]))).toBe(
      'Status code equals 200 and response time is greater than 9 ms',
    )
  })
})

describe('checkCondition', () => {
  it('rejects an alternative without a condition, which would hold always', () => {
    const tooManyConditions = 'Each alternative needs at least one condition.'
    for (const orOperands of [[], [{ andOperands: [] }], [{ andOperands: [condition({})] }, { andOperands: [] }]]) {
      expect(checkCondition({ ...condition({}), advancedCondition: { orOperands } })).toEqual({ tooManyConditions })
    }
  })

  it.each(['number_equal_to', 'string_equal_to', 'collection_has_value'] as const)(
    'rejects a JSON number that has lost digits, for %s, and takes the same number as text',
    (comparison) => {
      const long = condition({
        source: 'response_body_json',
        property: '$.id',
        comparison,
        rightValue: 1234567890123456800,
      })
      expect(checkCondition(long)).toEqual({ 'rightValue.0': expect.stringContaining('as text') })
      expect(checkCondition({ ...long, rightValue: '1234567890123456789' })).toEqual({})
      expect(checkCondition({ ...long, rightValue: 123_456_789 })).toEqual({})
    },
  )

  it.each<[Partial<SimpleCondition>]>([
    [{}],
    [{ comparison: 'any', rightValue: null }],
    [{ comparison: 'string_equal_to', rightValue: '' }],
    [{ comparison: 'number_less_than', rightValue: '1e3' }],
    [{ source: 'response_header', property: 'X-Rate_Limit', comparison: 'is_null' }],
    [{ source: 'response_body_json', property: '', comparison: 'not_null' }],
    [{ source: 'response_body_json', property: '$.a[-1]["b c"].d' }],
    [{ source: 'response_body_html_element', property: '#main > .price:nth-child(2)', comparison: 'has_changed' }],
  ])('takes %o', (fields) => expect(checkCondition(condition(fields))).toEqual({}))

  it.each<[Partial<SimpleCondition>, Record<string, string>]>([
    [{ rightValue: 'abc' }, { 'rightValue.0': 'Enter a number.' }],
    [{ rightValue: '' }, { 'rightValue.0': 'Enter a number.' }],
    [{ comparison: 'string_contain', rightValue: '' }, { 'rightValue.0': 'Enter a value.' }],
    [{ comparison: 'collection_has_key', rightValue: null }, { 'rightValue.0': 'Enter a value.' }],
    [{ source: 'response_header', property: ' ' }, { 'property.0': 'Enter a header name.' }],
    [{ source: 'response_header', property: 'a: b' }, { 'property.0': 'This is not a valid header name.' }],
    [
      { source: 'response_body_json', property: '$.a[' },
      { 'property.0': 'Invalid JSON path: a quoted name, a number or * is missing at character 5.' },
    ],
    [
      { source: 'response_body_json', property: '$.a[(@.length-1)].d' },
      { 'property.0': 'A JSON path cannot contain a script.' },
    ],
    [{ source: 'response_body_html_element', property: '' }, { 'property.0': 'Enter a CSS selector.' }],
    [
      { source: 'response_body_html_element', property: 'p:nope(' },
      { 'property.0': 'This is not a valid CSS selector.' },
    ],
    [
      { source: 'response_body_html_element', property: ':unknown' },
      { 'property.0': 'This is not a valid CSS selector.' },
    ],
    [
      { source: 'response_header', property: '', rightValue: 'x' },
      { 'property.0': 'Enter a header name.', 'rightValue.0': 'Enter a number.' },
    ],
  ])('rejects %o', (fields, errors) => expect(checkCondition(condition(fields))).toEqual(errors))

  it('names the operand at fault', () => {
    const broken: SimpleCondition = { ...withSource('response_header'), property: '' }
    const errors = checkCondition(
      advanced([withSource('response_code'), broken, { ...withSource('response_time'), rightValue: 'x' }]),
    )
    expect(Object.keys(errors)).toEqual(['property.1', 'rightValue.2'])
  })

  it('[TN-45] takes ten conditions and no more', () => {
    const ten = Array.from({ length: 10 }, () => withSource('response_code'))
    expect(checkCondition(advanced(ten))).toEqual({})
    expect(checkCondition(advanced([...ten, withSource('response_code')]))).toEqual({
      tooManyConditions: 'A notification has at most 10 conditions.',
    })
  })
})
