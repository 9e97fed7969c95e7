import { describe, expect, it } from 'vitest'
import type { Condition, SimpleCondition } from '../conditions/condition.ts'
import { defaultCondition } from '../conditions/condition-rules.ts'
import { evaluateCondition } from '../conditions/evaluate.ts'
import type { JsonValue } from '../conditions/json-value.ts'
import { alertWords, alertWordsOf, describeMatch, likelyWords, recoveryWords } from './alert-words.ts'

const operandOf = (changes: Partial<SimpleCondition>): SimpleCondition => ({
  source: 'response_code',
  property: '',
  comparison: 'number_not_equal_to',
  rightValue: 200,
  ...changes,
})
const json = (changes: Partial<SimpleCondition>) =>
  operandOf({ source: 'response_body_json', property: ' $.queue ', ...changes })
const header = (property: string, changes: Partial<SimpleCondition>) =>
  operandOf({ source: 'response_header', property, ...changes })
const conditionOf = (...alternatives: SimpleCondition[][]): Condition => ({
  ...defaultCondition,
  advancedCondition: { orOperands: alternatives.map((andOperands) => ({ andOperands })) },
})

describe('the words of an alert', () => {
  it.each<[state: string, summary: string, operand: SimpleCondition, value: JsonValue]>([
    ['Down', '503 (expected 200)', operandOf({}), 503],
    ['Down', '301 (expected 200)', operandOf({}), 301],
    ['Alert', '201 (expected 200)', operandOf({}), 201],
    ['Alert', '200 (expected 404)', operandOf({ rightValue: 404 }), 200],
    ['Down', 'no response', operandOf({ comparison: 'is_null', rightValue: null }), null],
    [
      'Down',
      '500 (expected below 400)',
      operandOf({ comparison: 'number_greater_than_or_equal_to', rightValue: 400 }),
      500,
    ],
    ['Alert', '302 (expected at most 299)', operandOf({ comparison: 'number_greater_than', rightValue: 299 }), 302],
    ['Down', '404', operandOf({ comparison: 'number_equal_to', rightValue: 404 }), 404],
    ['Alert', '200', operandOf({ comparison: 'number_equal_to' }), 200],
    ['Alert', '200', operandOf({ comparison: 'not_null', rightValue: null }), 200],
    [
      'Slow',
      '1.20 s (expected at most 900 ms)',
      operandOf({ source: 'response_time', comparison: 'number_greater_than', rightValue: 900 }),
      1200.4,
    ],
    [
      'Alert',
      '2.4 ms (expected at least 5 ms)',
      operandOf({ source: 'response_time', comparison: 'number_less_than', rightValue: 5 }),
      2.44,
    ],
    [
      'Alert',
      'JSON body at $.queue is 250 (expected at most 100)',
      json({ comparison: 'number_greater_than', rightValue: 100 }),
      250,
    ],
    [
      'Alert',
      'JSON body at $.queue is 4 (expected above 5)',
      json({ comparison: 'number_less_than_or_equal_to', rightValue: 5 }),
      4,
    ],
    [
      'Alert',
      'JSON body at $.queue is "full" (expected "empty")',
      json({ comparison: 'string_not_equal_to', rightValue: 'empty' }),
      'full',
    ],
    [
      'Alert',
      'JSON body at $.queue is null (expected "empty")',
      json({ comparison: 'string_not_equal_to', rightValue: 'empty' }),
      null,
    ],
    ['Alert', 'JSON body at $.queue is "full"', json({ comparison: 'string_equal_to', rightValue: 'full' }), 'full'],
    ['Alert', 'JSON body at $.queue is {"a":1}', json({ comparison: 'not_null' }), { a: 1 }],
    ['Alert', 'JSON body at $.queue is null', json({ comparison: 'is_null' }), null],
    ['Alert', 'JSON body at $.queue is true', json({ comparison: 'boolean_is_true' }), true],
    [
      'Alert',
      'response body does not contain "ok"',
      operandOf({ source: 'response_body_text', comparison: 'string_not_contain', rightValue: 'ok' }),
      'a long page',
    ],
    [
      'Alert',
      'response header etag is missing (expected "1")',
      header('etag', { comparison: 'string_not_equal_to', rightValue: 1 }),
      null,
    ],
  ])('%s, %s', (state, summary, operand, value) => {
    expect(alertWords([{ operand, value }])).toEqual({ state, summary })
  })

  it('name no value of a header that is likely a secret', () => {
    const operand = header('Authorization', { comparison: 'string_not_equal_to', rightValue: 'hunter2' })
    expect(alertWords([{ operand, value: 'hunter3' }]).summary).not.toContain('hunter')
    expect(
      alertWords([{ operand: { ...operand, comparison: 'has_changed' }, value: 'hunter3' }], 'hunter2').summary,
    ).not.toContain('hunter')
  })

  it('keep a long value and the lines of a text short', () => {
    const operand = json({ comparison: 'string_not_equal_to', rightValue: 'a\nb' })
    const { summary } = alertWords([{ operand, value: 'x'.repeat(1000) }])
    expect(summary).toBe(`JSON body at $.queue is "${'x'.repeat(59)}…" (expected "a b")`)
  })

  it.each<[string, JsonValue, JsonValue | undefined]>([
    ['JSON body at $.queue changed from 105 to 110', 110, 105],
    ['JSON body at $.queue changed from "open" to null', null, 'open'],
    ['JSON body at $.queue has changed', 110, undefined],
    ['JSON body at $.queue has changed', { a: 1 }, { a: 2 }],
    ['JSON body at $.queue has changed', 'x'.repeat(61), 'y'],
  ])('of a value that changed name what it was, where that is short: %s', (summary, value, previous) => {
    const operand = json({ comparison: 'has_changed', rightValue: null })
    expect(alertWords([{ operand, value }], previous)).toEqual({ state: 'Changed', summary })
  })

  it('are those of the alternative that holds, all of its operands together', () => {
    const none = operandOf({ comparison: 'is_null', rightValue: null })
    const error = operandOf({ comparison: 'number_greater_than_or_equal_to', rightValue: 400 })
    const slow = operandOf({ source: 'response_time', comparison: 'number_greater_than', rightValue: 900 })
    const condition = conditionOf([none], [error, slow])
    const given = (...values: JsonValue[]) =>
      evaluateCondition(
        condition,
        values.map((value) => ({ current: { value, problem: null }, previous: null })),
      )
    expect(alertWordsOf(condition, given(503, 503, 1000))).toEqual({
      state: 'Down',
      summary: '503 (expected below 400) and 1.00 s (expected at most 900 ms)',
    })
    expect(alertWordsOf(condition, given(null, null, null))).toEqual({ state: 'Down', summary: 'no response' })
    expect(alertWordsOf(condition, given(200, 200, 10))).toEqual(likelyWords(condition))
  })
})

it.each<[state: string, summary: string, operand: SimpleCondition]>([
  ['Down', 'status code does not equal 200', operandOf({})],
  ['Alert', 'status code equals 200', operandOf({ comparison: 'number_equal_to' })],
  ['Down', 'no response', operandOf({ comparison: 'is_null' })],
  [
    'Slow',
    'response time is greater than 900 ms',
    operandOf({ source: 'response_time', comparison: 'number_greater_than', rightValue: 900 }),
  ],
  ['Changed', 'response body has changed', operandOf({ source: 'response_body_text', comparison: 'has_changed' })],
  [
    'Alert',
    'JSON body at $.queue is at least 7',
    json({ comparison: 'number_greater_than_or_equal_to', rightValue: 7 }),
  ],
])('before a condition has held, the words say what it is about: %s, %s', (state, summary, operand) => {
  expect(likelyWords(conditionOf([operand]))).toEqual({ state, summary })
})

it.each<[summary: string, value: JsonValue, operands: SimpleCondition[]]>([
  ['200 again', 200, [operandOf({})]],
  [
    '204 again',
    204,
    [operandOf({ comparison: 'is_null' }), operandOf({ comparison: 'number_greater_than', rightValue: 399 })],
  ],
  ['status code is no longer 200', 503, [operandOf({ comparison: 'number_equal_to' })]],
  ['12 ms again', 12.3, [operandOf({ source: 'response_time', comparison: 'number_greater_than', rightValue: 900 })]],
  ['JSON body at $.queue is at most 100 again', 7, [json({ comparison: 'number_greater_than', rightValue: 100 })]],
])('a recovery says what is the case again: %s', (summary, value, operands) => {
  const condition = conditionOf(...operands.map((operand) => [operand]))
  expect(recoveryWords(condition, value)).toEqual({ state: 'Recovered', summary })
})

it('of several alternatives the one that holds is said, with the status code; a condition of one as it is', () => {
  const noResponse = operandOf({ comparison: 'is_null', rightValue: null })
  const error = operandOf({ comparison: 'number_greater_than_or_equal_to', rightValue: 400 })
  const words = (condition: Condition, ...values: JsonValue[]) => {
    const given = values.map((value) => ({ current: { value, problem: null }, previous: null }))
    return describeMatch(condition, evaluateCondition(condition, given))
  }
  const down = conditionOf([noResponse], [error])
  expect(words(down, 503, 503)).toBe('Status code 503 is at least 400')
  expect(words(down, null, null)).toBe('No response')
  expect(words(down, 200, 200)).toBe('No response, or status code is at least 400')
  expect(words(conditionOf([error]), 503)).toBe('Status code is at least 400')
})
