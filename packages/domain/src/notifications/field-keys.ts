import { settingFieldKeys } from '../channels/channel-types.ts'
import type { FieldKeyOf } from '../errors.ts'
import { requestFieldKeyOf } from '../requests/field-keys.ts'

const keys: Record<string, string> = {
  ...settingFieldKeys,
  'condition.property': 'property.0',
  'condition.rightValue': 'rightValue.0',
  'firing.afterInARow': 'afterInARow',
}

const operandPath = /^condition\.advancedCondition\.orOperands\.0\.andOperands(?:\.(\d+)\.(property|rightValue))?$/

/** By the specification's keys; conditions are counted by their place. */
export const notificationFieldKeyOf: FieldKeyOf = (path) => {
  const joined = path.join('.')
  const operand = operandPath.exec(joined)
  if (operand !== null) return operand[1] === undefined ? 'tooManyConditions' : `${operand[2]}.${operand[1]}`
  return keys[joined] ?? requestFieldKeyOf(path)
}

/** A preview's templates stand under the very keys of their errors. */
export const previewFieldKeyOf: FieldKeyOf = ([first, second]) => (first === 'templates' ? second : undefined)
