import { describe, expect, it } from 'vitest'
import type { Condition, SimpleCondition } from './condition.ts'
import { defaultCondition, normalizeCondition } from './condition-rules.ts'
const code: SimpleCondition = { source: 'response_code', property: '', comparison: 'number_equal_to', rightValue: 200 }
const header: SimpleCondition = { ...code, source: 'response_header', property: 'x', comparison: 'string_equal_to' }

const advanced = (...operands: SimpleCondition[][]): Condition => ({
  ...defaultCondition,
  advancedCondition: { orOperands: operands.map((andOperands) => ({ andOperands })) },
})

describe('a condition as it is kept', () => {
  it('[TN-44] has a number where the comparison is numeric', () => {
    expect(normalizeCondition({ ...defaultCondition, rightValue: ' 404 ' }).rightValue).toBe(404)
    expect(normalizeCondition({ ...defaultCondition, rightValue: '1e3' }).rightValue).toBe(1000)
  })

  it('keeps the text of every other comparison', () => {
    expect(normalizeCondition({ ...defaultCondition, ...header, rightValue: '0404' }).rightValue).toBe('0404')
    expect(normalizeCondition({ ...defaultCondition, comparison: 'any', rightValue: null }).rightValue).toBeNull()
  })

  it('has a property only where the source has one', () => {
    expect(normalizeCondition({ ...defaultCondition, property: 'left over' }).property).toBe('')
    expect(normalizeCondition({ ...defaultCondition, ...header, property: ' etag ' }).property).toBe('etag')
  })

  it('[TN-46, TN-47] keeps every alternative of an advanced condition that has operands, each operand made alike', () => {
    const kept = normalizeCondition(advanced([header, { ...code, rightValue: '500' }], [], [code]))
    expect(kept).toEqual({
      ...header,
      advancedCondition: {
        orOperands: [{ andOperands: [header, { ...code, rightValue: 500 }] }, { andOperands: [code] }],
      },
    })
  })

  it.each([[advanced()], [advanced([])]])('is simple where an advanced one has no operands', (condition) => {
    expect(normalizeCondition(condition)).toEqual(defaultCondition)
  })
})

it('a condition whose number is not typed yet is stored without one', () => {
  expect(normalizeCondition({ ...defaultCondition, rightValue: null }).rightValue).toBeNull()
})
