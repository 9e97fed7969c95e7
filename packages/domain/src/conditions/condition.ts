import { z } from 'zod'
import { comparisons } from './comparing/comparisons.ts'
import { sourcesOf } from './condition-rules.ts'
import type { sources } from './sources/registry.ts'
import type { ConditionEvent } from './sources/source.ts'

export type ConditionSource = keyof typeof sources

export const Comparison = z.enum(comparisons)
export type Comparison = z.infer<typeof Comparison>

/** One comparison of a value that an execution or a received request gives with a value that the user wrote. */
const simpleConditionOf = (event: ConditionEvent) =>
  z.strictObject({
    source: z.enum(sourcesOf(event)),
    property: z.string().max(512).default(''),
    comparison: Comparison,
    rightValue: z
      .union([z.string().max(8192), z.number()])
      .nullable()
      .default(null),
  })

/** Holds where one of `orOperands`, its alternatives, does; an alternative holds where every one of its operands does. */
const advancedConditionOf = (event: ConditionEvent) =>
  z.strictObject({
    orOperands: z.array(z.strictObject({ andOperands: z.array(simpleConditionOf(event)).max(100) })).max(10),
  })

/** Where `advancedCondition` is set it decides, and the simple fields only mirror its first operand. */
const conditionOf = (event: ConditionEvent) =>
  z.strictObject({
    ...simpleConditionOf(event).shape,
    advancedCondition: advancedConditionOf(event).nullable().default(null),
  })

/** Of a task's executions. */
export const Condition = conditionOf('execution')
/** Of the requests that a receiver gets. */
export const RequestCondition = conditionOf('request')

/** Either: both are of one form, and evaluated alike. */
export type Condition = z.infer<typeof Condition>
export type SimpleCondition = Omit<Condition, 'advancedCondition'>
export type AdvancedCondition = NonNullable<Condition['advancedCondition']>
