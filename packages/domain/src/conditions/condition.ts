import { z } from 'zod'
import { comparisons } from './comparisons.ts'
import { sources } from './sources/registry.ts'

export const ConditionSource = z.enum(Object.keys(sources) as (keyof typeof sources)[])
export type ConditionSource = z.infer<typeof ConditionSource>

export const Comparison = z.enum(comparisons)
export type Comparison = z.infer<typeof Comparison>

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

/** Holds where one of `orOperands`, its alternatives, does; an alternative holds where every one of its operands does. */
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
