import { describe, expect, it } from 'vitest'
import type { Condition, SimpleCondition } from './condition.ts'
import { defaultCondition } from './condition-rules.ts'
import { evaluateObserved, type ReadValue } from './evaluate.ts'
import { extractValue } from './sources/readers.ts'
import { type Observation, unresolved } from './sources/source.ts'

const observation = (fields: Partial<Observation>): Observation => ({
  statusCode: 200,
  responseTimeMs: 10,
  headers: [],
  body: '{"version":1}',
  ...fields,
})
const version: SimpleCondition = {
  source: 'response_body_json',
  property: '$.version',
  comparison: 'has_changed',
  rightValue: null,
}
const changed: Condition = { ...version, advancedCondition: null }

describe('evaluateObserved', () => {
  it('compares with the execution before', () => {
    const next = observation({ body: '{"version":2}' })
    expect(evaluateObserved(changed, next, [observation({})], extractValue)).toMatchObject({ kind: 'met', value: 2 })
    expect(evaluateObserved(changed, next, [next], extractValue).kind).toBe('unmet')
    expect(evaluateObserved(changed, next, [], extractValue).kind).toBe('unmet')
  })

  it('knows a response that failed from one that came', () => {
    const failed: Observation = { statusCode: null, responseTimeMs: null, headers: null, body: null }
    const kindOf = (condition: Partial<Condition>) =>
      evaluateObserved({ ...defaultCondition, ...condition }, failed, [observation({})], extractValue).kind
    expect(kindOf({ comparison: 'number_not_equal_to' })).toBe('invalid')
    expect(kindOf({ comparison: 'is_null' })).toBe('met')
    expect(kindOf({ comparison: 'not_null' })).toBe('unmet')
    expect(kindOf({ comparison: 'any' })).toBe('met')
    expect(kindOf(changed)).toBe('invalid')
  })

  it('decides the other operands where one could not be read, and says why', () => {
    const read: ReadValue = (operand, seen) =>
      operand === version ? unresolved('Reading it took too long.') : extractValue(operand, seen)
    const both: Condition = {
      ...defaultCondition,
      advancedCondition: { orOperands: [{ andOperands: [defaultOperand(), version] }] },
    }
    const verdict = evaluateObserved(both, observation({}), [observation({})], read)
    expect(verdict).toMatchObject({ kind: 'invalid', holds: false, value: 200 })
    expect(verdict.operands.map(({ reason }) => reason)).toEqual([
      'Status code (200) equals 200',
      'JSON body at $.version could not be read: Reading it took too long.',
    ])
  })
})

describe('a change of a value', () => {
  const page = (status: number, body: string) => observation({ statusCode: status, body })
  const ok: Condition = {
    ...defaultCondition,
    advancedCondition: { orOperands: [{ andOperands: [defaultOperand(), version] }] },
  }
  const failed: Observation = { statusCode: null, responseTimeMs: null, headers: null, body: null }
  const html = page(503, '<h1>Down</h1>')
  const one = page(200, '{"version":1}')
  const two = page(200, '{"version":2}')

  it.each<[string, Condition, now: Observation, earlier: Observation[], boolean]>([
    ['equal values with an error page between them', ok, one, [html, one], false],
    ['other values with an error page between them', ok, two, [html, one], true],
    ['equal values with JSON of an error between them', ok, one, [page(503, '{"version":9}'), one], false],
    ['equal values with no response between them', changed, one, [failed, html, one], false],
    ['other values with no response between them', changed, two, [failed, html, one], true],
    ['a value after pages without one', ok, one, [html, failed], false],
    ['a value that was absent from a body that was read', changed, one, [page(200, '{}')], true],
    ['a value that is absent now', changed, page(200, '{}'), [one], true],
    ['a page without the value now', changed, html, [one], false],
  ])('%s: is met %s', (_, condition, now, earlier, expected) => {
    expect(evaluateObserved(condition, now, earlier, extractValue).holds).toBe(expected)
  })

  it('is looked for with the operands of its own alternative', () => {
    const either: Condition = {
      ...ok,
      advancedCondition: { orOperands: [{ andOperands: [defaultOperand(), version] }, { andOperands: [version] }] },
    }
    const error = page(503, '{"version":9}')
    const verdict = evaluateObserved(either, one, [error, one], extractValue)
    expect(verdict.operands.map(({ holds }) => holds)).toEqual([true, false, true])
    expect(verdict.holds).toBe(true)
  })
})

function defaultOperand(): SimpleCondition {
  const { advancedCondition: _, ...operand } = defaultCondition
  return operand
}
