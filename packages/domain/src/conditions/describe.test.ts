import { expect, it } from 'vitest'
import { Comparison, type Condition } from './condition.ts'
import { defaultCondition } from './condition-rules.ts'
import { describeCondition, describeOperandValue, describeRecovery, uncapitalized } from './describe.ts'

/** What is said while a comparison holds, and once it has stopped holding. */
const sayings: Record<Comparison, readonly [holds: string, recovery: string]> = {
  any: ['is anything', 'is missing'],
  has_changed: ['has changed', 'has stopped changing'],
  string_equal_to: ['is "7"', 'is no longer "7"'],
  string_not_equal_to: ['is not "7"', 'is "7" again'],
  string_contain: ['contains "7"', 'no longer contains "7"'],
  string_not_contain: ['does not contain "7"', 'contains "7" again'],
  number_equal_to: ['equals 7', 'is no longer 7'],
  number_not_equal_to: ['does not equal 7', 'is 7 again'],
  number_greater_than: ['is greater than 7', 'is at most 7 again'],
  number_greater_than_or_equal_to: ['is at least 7', 'is below 7 again'],
  number_less_than: ['is less than 7', 'is at least 7 again'],
  number_less_than_or_equal_to: ['is at most 7', 'is above 7 again'],
  collection_has_key: ['has the key "7"', 'no longer has the key "7"'],
  collection_has_value: ['has the value "7"', 'no longer has the value "7"'],
  boolean_is_true: ['is true', 'is no longer true'],
  boolean_is_false: ['is false', 'is true again'],
  is_null: ['is null', 'has a value again'],
  not_null: ['is not null', 'is null again'],
}

it.each(Comparison.options)('a condition with %s is said in words, and so is its end', (comparison) => {
  const condition = { ...defaultCondition, source: 'response_body_json', property: ' $.a ', comparison } as const
  const [holds, recovery] = sayings[comparison]
  expect(describeCondition({ ...condition, rightValue: 7 })).toBe(`JSON body at $.a ${holds}`)
  const value = comparison === 'boolean_is_false' ? true : 7
  expect(describeRecovery({ ...condition, rightValue: 7 }, value)).toBe(`JSON body at $.a ${recovery}`)
})

it('a condition of several operands is said with all of them, and its end too', () => {
  const slow = { source: 'response_time', property: '', comparison: 'number_greater_than', rightValue: 100 } as const
  const andOperands = [
    slow,
    { ...slow, source: 'response_header', property: ' ETag ', comparison: 'not_null' } as const,
  ]
  const condition: Condition = { ...defaultCondition, advancedCondition: { orOperands: [{ andOperands }] } }
  const words = 'Response time is greater than 100 ms and response header ETag is not null'
  expect(describeCondition(condition)).toBe(words)
  expect(describeRecovery(condition, 90)).toBe(`No longer true: ${uncapitalized(words)}`)
  expect(describeOperandValue({ ...slow, source: 'response_header', property: ' ETag ' })).toBe('Response header ETag')
})

it('alternatives are said one after the other, and their end too', () => {
  const { advancedCondition: _, ...code } = defaultCondition
  const down = { ...code, comparison: 'is_null' } as const
  const error = { ...code, comparison: 'number_greater_than_or_equal_to', rightValue: 400 } as const
  const slow = { ...code, source: 'response_time', comparison: 'number_greater_than', rightValue: 900 } as const
  const orOperands = [{ andOperands: [down] }, { andOperands: [error, slow] }]
  const condition: Condition = { ...defaultCondition, advancedCondition: { orOperands } }
  const words = 'No response, or status code is at least 400 and response time is greater than 900 ms'
  expect(describeCondition(condition)).toBe(words)
  expect(describeRecovery(condition, 200)).toBe(`No longer true: ${uncapitalized(words)}`)
})

it('the end of alternatives that all ask for the status code is the code', () => {
  const error = { ...defaultCondition, comparison: 'number_greater_than_or_equal_to', rightValue: 400 } as const
  const orOperands = [{ andOperands: [{ ...error, comparison: 'is_null' } as const] }, { andOperands: [error] }]
  const condition: Condition = { ...defaultCondition, advancedCondition: { orOperands } }
  expect(describeRecovery(condition, 200)).toBe('Status code 200')
  expect(describeRecovery(condition, null)).toBe('No longer true: no response, or status code is at least 400')
})

it('whether a response came is said in words', () => {
  const said = (comparison: 'is_null' | 'not_null') => ({ ...defaultCondition, comparison })
  expect(describeCondition(said('is_null'))).toBe('No response')
  expect(describeCondition(said('not_null'))).toBe('Has a response')
  expect(describeRecovery(said('is_null'), 200)).toBe('Has a response again')
  expect(describeRecovery(said('not_null'), null)).toBe('Has no response any more')
})

it('a text that is compared with nothing is compared with an empty one', () => {
  expect(describeCondition({ ...defaultCondition, comparison: 'string_equal_to', rightValue: null })).toBe(
    'Status code is ""',
  )
})

it.each([
  ['number_not_equal_to', 200, 'Status code is 200 again'],
  ['number_equal_to', 500, 'Status code is no longer 500'],
  ['number_greater_than_or_equal_to', 500, 'Status code is below 500 again'],
] as const)(
  'the recovery of a condition with %s %s is said without a double negative',
  (comparison, rightValue, text) => {
    expect(describeRecovery({ ...defaultCondition, comparison, rightValue }, 200)).toBe(text)
  },
)

it('a recovery names a text with its quotes, and whatever it contains', () => {
  const condition = {
    ...defaultCondition,
    source: 'response_body_text',
    comparison: 'string_not_contain',
    rightValue: '$& up',
  } as const
  expect(describeRecovery(condition, '$& up')).toBe('Response body contains "$& up" again')
})

it.each([
  ['boolean_is_false', 'true', 'is true again'],
  ['boolean_is_false', null, 'is no longer false'],
  ['boolean_is_false', 'down', 'is no longer false'],
  ['number_greater_than', ' 6.5 ', 'is at most 7 again'],
  ['number_greater_than', null, 'is no longer greater than 7'],
  ['number_greater_than_or_equal_to', 'none', 'is no longer at least 7'],
  ['number_less_than', {}, 'is no longer less than 7'],
  ['number_less_than_or_equal_to', true, 'is no longer at most 7'],
] as const)('a condition with %s that stopped by the value %j: %s', (comparison, value, words) => {
  const condition = { ...defaultCondition, source: 'response_body_json', property: '$.a', comparison } as const
  expect(describeRecovery({ ...condition, rightValue: 7 }, value)).toBe(`JSON body at $.a ${words}`)
})
