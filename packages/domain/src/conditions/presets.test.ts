import { describe, expect, it } from 'vitest'
import { checkCondition } from './check-condition.ts'
import type { Condition } from './condition.ts'
import { toRightValue, hidesRightValue } from './comparing/comparisons.ts'
import { describeCondition } from './describe.ts'
import { evaluateCondition } from './evaluate.ts'
import { presetOffer } from './preset-offer.ts'
import {
  conditionPresets,
  isPresetName,
  nothingOffered,
  type PresetName,
  presetNamesOf,
  presetOf,
  type PresetOffer,
} from './presets.ts'

const conditionOf = (name: PresetName, offer: PresetOffer = nothingOffered): Condition => {
  const operands = conditionPresets[name].operands(offer).map(({ rightValue, ...operand }) => ({
    ...operand,
    rightValue: hidesRightValue(operand.comparison) ? null : toRightValue(operand.comparison, rightValue),
  }))
  const [first] = operands
  if (first === undefined) throw new Error('A preset has a comparison.')
  const orOperands = operands.map((operand) => ({ andOperands: [operand] }))
  return { ...first, advancedCondition: operands.length > 1 ? { orOperands } : null }
}

const json = presetOffer({
  responseTimeMs: 420.7,
  contentType: 'application/json',
  body: '{"items":[{"name":"tea","in stock":7.50}]}',
})

it.each([
  ['down', 'No response, or status code is at least 400'],
  ['slow', 'Response time is greater than 2000 ms'],
  ['page', 'Response body has changed'],
  ['value', 'JSON body at $.items[0].name has changed'],
  ['limit', "JSON body at $.items[0]['in stock'] is greater than 7.5"],
] as const)('the preset %s is a condition that can be saved: %s', (name, description) => {
  const condition = conditionOf(name, name === 'slow' ? nothingOffered : json)
  expect(checkCondition(condition)).toEqual({})
  expect(describeCondition(condition)).toBe(description)
})

it('a preset is recognized by its comparisons, whatever was filled in', () => {
  for (const name of presetNamesOf('execution')) {
    const operands = conditionPresets[name].operands(json)
    expect(presetOf(operands.map((operand) => [operand]))).toBe(name)
    expect(presetOf([operands.flatMap((operand) => [operand, operand])])).toBeNull()
  }
  const limit = conditionPresets.limit
    .operands(json)
    .map((operand) => ({ ...operand, rightValue: '90', property: '$.x' }))
  expect(presetOf([limit])).toBe('limit')
  const down = conditionPresets.down.operands(json).map((operand) => ({ ...operand, rightValue: '500' }))
  expect(presetOf(down.map((operand) => [operand]))).toBeNull()
  expect([isPresetName('down'), isPresetName('toString')]).toEqual([true, false])
})

it.each([
  ['no response', null, true],
  ['200', 200, false],
  ['399', 399, false],
  ['400', 400, true],
  ['503', 503, true],
] as const)('"It is down" of %s', (_what, statusCode, holds) => {
  const condition = conditionOf('down')
  const current = { value: statusCode, problem: statusCode === null ? 'No response came.' : null }
  const given = { current, previous: null }
  expect(evaluateCondition(condition, [given, given]).holds).toBe(holds)
})

describe('what the latest execution offers', () => {
  it.each([
    [null, '2000'],
    [3, '500'],
    [180, '600'],
    [420.7, '2000'],
    [9000, '30000'],
  ])('a limit well above its response time: %s ms, %s', (responseTimeMs, limit) => {
    const [operand] = conditionPresets.slow.operands({ ...nothingOffered, responseTimeMs })
    expect(operand?.rightValue).toBe(limit)
  })

  it('the first value and the first number of JSON, with their paths', () => {
    expect(json).toEqual({
      responseTimeMs: 420.7,
      bodySource: 'response_body_json',
      valueProperty: '$.items[0].name',
      numberProperty: "$.items[0]['in stock']",
      number: '7.50',
    })
    expect(conditionPresets.limit.input(json)).toBe('rightValue')
    expect(conditionPresets.limit.input(nothingOffered)).toBe('property')
  })

  it.each([
    ['<!doctype html><title>Shop</title><h1>Tea</h1>', undefined, 'h1'],
    ['<title>Shop</title>', 'text/html; charset=utf-8', 'title'],
    ['<p>Tea</p>', 'text/html', ''],
  ])('the heading or the title of a page: %s', (body, contentType, selector) => {
    expect(presetOffer({ responseTimeMs: 1, body, contentType })).toMatchObject({
      bodySource: 'response_body_html_element',
      valueProperty: selector,
      number: '',
    })
  })

  it.each([
    ['plain text', 'text/plain'],
    ['{"cut":', 'application/json'],
    [null, 'image/png'],
    [`[${'1,'.repeat(300_000)}1]`, 'application/json'],
  ])('nothing of a body in which no value is found', (body, contentType) => {
    expect(presetOffer({ responseTimeMs: 1, body, contentType })).toEqual({ ...nothingOffered, responseTimeMs: 1 })
  })
})
