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
    expect(evaluateObserved(changed, next, observation({}), extractValue)).toMatchObject({ kind: 'met', value: 2 })
    expect(evaluateObserved(changed, next, next, extractValue).kind).toBe('unmet')
    expect(evaluateObserved(changed, next, null, extractValue).kind).toBe('unmet')
  })

  it('knows a response that failed from one that came', () => {
    const failed: Observation = { statusCode: null, responseTimeMs: null, headers: null, body: null }
    const notOk: Condition = { ...defaultCondition, comparison: 'number_not_equal_to' }
    expect(evaluateObserved(notOk, failed, null, extractValue).kind).toBe('met')
    expect(evaluateObserved(changed, failed, observation({}), extractValue).kind).toBe('met')
  })

  it('decides the other operands where one could not be read, and says why', () => {
    const read: ReadValue = (operand, seen) =>
      operand === version ? unresolved('Reading it took too long.') : extractValue(operand, seen)
    const both: Condition = {
      ...defaultCondition,
      advancedCondition: { orOperands: [{ andOperands: [defaultOperand(), version] }] },
    }
    const verdict = evaluateObserved(both, observation({}), observation({}), read)
    expect(verdict).toMatchObject({ kind: 'invalid', holds: false, value: 200 })
    expect(verdict.operands.map(({ reason }) => reason)).toEqual([
      'Response code (200) equals 200',
      'JSON body at $.version could not be compared: Reading it took too long.',
    ])
  })
})

function defaultOperand(): SimpleCondition {
  const { advancedCondition: _, ...operand } = defaultCondition
  return operand
}
