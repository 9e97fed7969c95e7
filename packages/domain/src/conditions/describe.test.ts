import { expect, it } from 'vitest'
import { defaultCondition } from './condition.ts'
import { describeRecovery } from './describe.ts'

it.each([
  ['number_not_equal_to', 200, 'Response code is 200 again'],
  ['number_equal_to', 500, 'Response code is no longer 500'],
  ['number_greater_than_or_equal_to', 500, 'Response code is below 500 again'],
  ['not_null', null, 'Response code is null again'],
] as const)(
  'the recovery of a condition with %s %s is said without a double negative',
  (comparison, rightValue, text) => {
    expect(describeRecovery({ ...defaultCondition, comparison, rightValue })).toBe(text)
  },
)

it('a recovery names a text with its quotes, and whatever it contains', () => {
  const condition = {
    ...defaultCondition,
    source: 'response_body_text',
    comparison: 'string_not_contain',
    rightValue: '$& up',
  } as const
  expect(describeRecovery(condition)).toBe('Response body contains "$& up" again')
})
