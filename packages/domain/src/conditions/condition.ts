import { z } from 'zod'

export const ConditionSource = z.enum([
  'response_code',
  'response_time',
  'response_header',
  'response_body_json',
  'response_body_html_element',
  'response_body_text',
])
export type ConditionSource = z.infer<typeof ConditionSource>

export const Comparison = z.enum([
  'any',
  'has_changed',
  'string_equal_to',
  'string_not_equal_to',
  'string_contain',
  'string_not_contain',
  'number_equal_to',
  'number_not_equal_to',
  'number_greater_than',
  'number_greater_than_or_equal_to',
  'number_less_than',
  'number_less_than_or_equal_to',
  'collection_has_key',
  'collection_has_value',
  'boolean_is_true',
  'boolean_is_false',
  'is_null',
  'not_null',
])
export type Comparison = z.infer<typeof Comparison>

/** An advanced condition holds at most this many operands (`tooManyConditions`). */
export const maxOperands = 10

/** One comparison of a value that an execution gives with a value that the user wrote. */
export const SimpleCondition = z.strictObject({
  source: ConditionSource,
  property: z.string().max(512).default(''),
  comparison: Comparison,
  rightValue: z
    .union([z.string().max(8192), z.number()])
    .nullable()
    .default(null),
})
export type SimpleCondition = z.infer<typeof SimpleCondition>

/** Of `orOperands` only the first is used; it holds where every one of its operands holds. */
export const AdvancedCondition = z.strictObject({
  orOperands: z.array(z.strictObject({ andOperands: z.array(SimpleCondition).max(100) })).max(10),
})
export type AdvancedCondition = z.infer<typeof AdvancedCondition>

/** Where `advancedCondition` is set it decides, and the simple fields only mirror its first operand. */
export const Condition = z.strictObject({
  ...SimpleCondition.shape,
  advancedCondition: AdvancedCondition.nullable().default(null),
})
export type Condition = z.infer<typeof Condition>

export const defaultCondition: Condition = {
  source: 'response_code',
  property: '',
  comparison: 'number_equal_to',
  rightValue: 200,
  advancedCondition: null,
}
