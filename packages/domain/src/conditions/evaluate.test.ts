import { describe, expect, it } from 'vitest'
import { readNumber } from './numbers.ts'
import type { Condition, SimpleCondition, ConditionSource } from './condition.ts'
import { defaultCondition, operandsOf } from './condition-rules.ts'
import { evaluateCondition, type OperandValues } from './evaluate.ts'
import type { JsonValue } from './json-value.ts'
import { extractValue } from './sources/readers.ts'
import { type Observation, resolved, unresolved } from './sources/source.ts'

const simple = (fields: Partial<SimpleCondition>): SimpleCondition => ({
  source: 'response_code',
  property: '',
  comparison: 'number_equal_to',
  rightValue: 200,
  ...fields,
})
const condition = (fields: Partial<SimpleCondition>): Condition => ({ ...simple(fields), advancedCondition: null })
const all = (...andOperands: SimpleCondition[]): Condition => ({
  ...condition({ comparison: 'any' }),
  advancedCondition: { orOperands: [{ andOperands }] },
})
const now = (value: JsonValue): OperandValues => ({ current: resolved(value), previous: null })

describe('plain sources', () => {
  const observation: Observation = {
    statusCode: 204,
    responseTimeMs: 12,
    headers: [
      ['Set-Cookie', 'a=1'],
      ['X-Id', '7'],
      ['set-cookie', 'b=2'],
    ],
    body: ' text ',
  }

  const valueOf = (source: ConditionSource, property: string) => extractValue({ source, property }, observation).value

  it('[TN-22, TN-23, TN-24, TN-27] give code, time, header and body', () => {
    expect(valueOf('response_code', '')).toBe(204)
    expect(valueOf('response_time', '')).toBe(12)
    expect(valueOf('response_header', 'x-ID')).toBe('7')
    expect(valueOf('response_body_text', '')).toBe(' text ')
  })

  it('joins headers of one name and gives null for an absent one', () => {
    expect(valueOf('response_header', 'Set-Cookie')).toBe('a=1, b=2')
    expect(valueOf('response_header', 'etag')).toBeNull()
  })
})

describe('verdict', () => {
  it('explains itself with the value it was decided on', () => {
    const verdict = evaluateCondition(defaultCondition, [now(500)])
    expect(verdict).toEqual({
      kind: 'unmet',
      holds: false,
      value: 500,
      operands: [
        { condition: simple({}), value: 500, holds: false, reason: 'Status code is 500 (required: equals 200)' },
      ],
    })
  })

  it.each<[Partial<SimpleCondition>, OperandValues, string]>([
    [{ comparison: 'is_null' }, { current: unresolved('No response arrived.'), previous: null }, 'No response arrived'],
    [{ comparison: 'is_null' }, now(200), 'Status code is 200 (required: no response)'],
    [{ comparison: 'not_null' }, now(200), 'Has a response (200)'],
    [
      { source: 'response_header', property: 'etag', comparison: 'any' },
      now('x'),
      'Response header etag (x) is anything',
    ],
    [
      { source: 'response_body_json', property: '$.a', comparison: 'has_changed' },
      { current: resolved([1]), previous: resolved({ b: 2 }) },
      'JSON body at $.a changed: {"b":2} → [1]',
    ],
    [
      { comparison: 'has_changed' },
      { current: resolved(200), previous: resolved(200) },
      'Status code has not changed: 200',
    ],
    [{ comparison: 'has_changed' }, now(200), 'No earlier execution to compare with (Status code is 200)'],
    [
      { source: 'response_body_text', comparison: 'string_contain', rightValue: 'z' },
      now('a'.repeat(10_000)),
      `Response body is ${'a'.repeat(200)}… (required: contains "z")`,
    ],
    [
      { source: 'response_body_text', comparison: 'string_contain', rightValue: 'ok' },
      now(''),
      'Response body is empty (required: contains "ok")',
    ],
    [
      { source: 'response_body_text', comparison: 'string_equal_to', rightValue: '' },
      now('x'),
      'Response body is x (required: "")',
    ],
    [
      { source: 'response_time', comparison: 'number_less_than', rightValue: 1000 },
      now(1200),
      'Response time is 1200 ms (required: less than 1000 ms)',
    ],
    [{ comparison: 'number_not_equal_to' }, now(200), 'Status code is 200 (required: does not equal 200)'],
    [
      { comparison: 'not_null' },
      { current: unresolved('No response arrived.'), previous: null },
      'No response arrived (required: a response)',
    ],
    [
      { source: 'response_header', property: 'etag', comparison: 'not_null' },
      now(null),
      'Response header etag is null (required: not null)',
    ],
    [{ comparison: 'number_not_equal_to' }, now(500), 'Status code (500) does not equal 200'],
  ])('says %o', (fields, values, reason) => {
    expect(evaluateCondition(condition(fields), [values]).operands[0]?.reason).toBe(reason)
  })

  const slow = simple({ source: 'response_time', comparison: 'number_greater_than', rightValue: 100 })

  it('[TN-47] holds where every operand of an alternative holds, whatever the simple fields say', () => {
    const both = all(simple({}), slow)
    expect(evaluateCondition(both, [now(200), now(101)])).toMatchObject({ kind: 'met', holds: true, value: 200 })
    expect(evaluateCondition(both, [now(200), now(99)])).toMatchObject({ kind: 'unmet', holds: false })
    expect(evaluateCondition(both, [now(500), now(101)]).operands.map(({ holds }) => holds)).toEqual([false, true])
  })

  it('[TN-46] holds where one of the alternatives does, and gives the value of that one', () => {
    const either: Condition = {
      ...condition({}),
      advancedCondition: {
        orOperands: [
          { andOperands: [simple({ comparison: 'is_null' })] },
          { andOperands: [] },
          { andOperands: [slow, simple({})] },
        ],
      },
    }
    expect(operandsOf(either)).toEqual([simple({ comparison: 'is_null' }), slow, simple({})])
    const decide = (...values: OperandValues[]) => evaluateCondition(either, values)
    const noResponse = { current: unresolved('No response arrived.'), previous: null }
    expect(decide(now(200), now(101), now(200))).toMatchObject({ kind: 'met', holds: true, value: 101 })
    expect(decide(now(500), now(101), now(500))).toMatchObject({ kind: 'unmet', holds: false, value: 500 })
    expect(decide(noResponse, noResponse, noResponse)).toMatchObject({ kind: 'met', holds: true, value: null })
    expect(decide(now(200), noResponse, now(200))).toMatchObject({ kind: 'invalid', holds: false })
  })

  it('falls back to the simple condition where the advanced one is empty', () => {
    expect(operandsOf(all())).toEqual([simple({ comparison: 'any' })])
    expect(operandsOf({ ...defaultCondition, advancedCondition: { orOperands: [] } })).toEqual([simple({})])
  })

  it('throws where an operand has no value', () => {
    expect(() => evaluateCondition(all(simple({}), simple({})), [now(200)])).toThrow(RangeError)
  })
})

describe('a value that could not be read', () => {
  const bomb = { current: unresolved('The body is nested deeper than 100 levels.'), previous: null }

  it('meets no comparison, makes the verdict invalid, and is named', () => {
    const verdict = evaluateCondition(condition({}), [bomb])
    expect(verdict).toMatchObject({ kind: 'invalid', holds: false, value: null })
    expect(verdict.operands[0]?.reason).toBe(
      'Status code could not be read: The body is nested deeper than 100 levels.',
    )
    expect(evaluateCondition(condition({ comparison: 'number_not_equal_to' }), [bomb])).toMatchObject({
      kind: 'invalid',
      holds: false,
    })
  })

  it('is no change', () => {
    const changed = condition({ comparison: 'has_changed' })
    expect(evaluateCondition(changed, [{ ...bomb, previous: resolved(1) }])).toMatchObject({
      kind: 'invalid',
      holds: false,
    })
  })
})

describe('content', () => {
  it('compares collections whatever the order of their members', () => {
    const changed = condition({ comparison: 'has_changed' })
    const holds = (value: JsonValue, before: JsonValue) =>
      evaluateCondition(changed, [{ current: resolved(value), previous: resolved(before) }]).holds
    expect(holds({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(false)
    expect(holds({ a: 1 }, { a: 1, b: 2 })).toBe(true)
    expect(holds({ a: null }, { b: null })).toBe(true)
    expect(holds([1, 2], [2, 1])).toBe(true)
    expect(holds([], {})).toBe(true)
    expect(holds('1', 1)).toBe(true)
  })

  it.each([
    ['200', 200],
    [' -1.5e2 ', -150],
    ['.5', 0.5],
    ['5.', 5],
    ['', null],
    [' ', null],
    ['0x10', null],
    ['1e999', null],
    ['Infinity', null],
    ['1 2', null],
    [true, null],
    [[], null],
    [null, null],
  ])('reads %j as the number %j', (value, number) => expect(readNumber(value)).toBe(number))
})
