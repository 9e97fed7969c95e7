import { z } from 'zod'
import { settingFieldKeys } from '../channels/channel-types.ts'
import type { FieldKeyOf } from '../errors.ts'
import { requestFieldKeyOf } from '../requests/field-keys.ts'

const keys: Record<string, string> = {
  ...settingFieldKeys,
  'condition.property': 'property.0',
  'condition.rightValue': 'rightValue.0',
  'firing.afterInARow': 'afterInARow',
  'firing.recoverAfterInARow': 'recoverAfterInARow',
}

const alternatives = 'condition.advancedCondition.orOperands'
const operandPath = /^(\d+)\.andOperands(?:\.(\d+)\.(property|rightValue))?$/

/** By the specification's keys; conditions are counted by their place, those of all alternatives in order. */
export const notificationFieldKeyOf: FieldKeyOf = (path, body) => {
  const joined = (path[0] === 'when' ? ruleKeys(path.slice(1)) : path).join('.')
  if (!joined.startsWith(alternatives)) return keys[joined] ?? requestFieldKeyOf(path)
  const operand = operandPath.exec(joined.slice(alternatives.length + 1))
  const [, alternative, place, field] = operand ?? []
  if (place === undefined) return operand !== null || joined === alternatives ? 'tooManyConditions' : undefined
  return `${field}.${operandsBefore(body, Number(alternative)) + Number(place)}`
}

const lengths = z.object({
  condition: z.object({
    advancedCondition: z.object({
      orOperands: z.array(z.object({ andOperands: z.array(z.unknown()) }).transform((one) => one.andOperands.length)),
    }),
  }),
})

/** A receiver's rule stands within `when`, its firing beside its condition; a task's in two fields. */
const ruleKeys = ([first, ...rest]: readonly PropertyKey[]) =>
  first === 'condition' ? [first, ...rest] : ['firing', String(first), ...rest]

/** In the alternatives before the given one. What is of no such form is rejected as such. */
const operandsBefore = (body: unknown, alternative: number): number => {
  const read = lengths.safeParse(ruleIn(body))
  if (!read.success) return 0
  return read.data.condition.advancedCondition.orOperands.slice(0, alternative).reduce((sum, length) => sum + length, 0)
}

const ruleIn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'when' in body ? body.when : body

/** A preview's templates stand under the very keys of their errors. */
export const previewFieldKeyOf: FieldKeyOf = ([first, second]) => (first === 'templates' ? second : undefined)
