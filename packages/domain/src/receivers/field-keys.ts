import type { FieldKeyOf } from '../errors.ts'

const keys: Record<string, string> = {
  responseHeaders: 'contentType',
  expression: 'cronExpression',
  mode: 'expectationMode',
}

const activeHoursKeys: Record<string, string> = { days: 'activeDays', from: 'activeFrom', until: 'activeUntil' }

/** By the names of the form's fields, of a receiver's name, response and expectation. */
export const receiverFieldKeyOf: FieldKeyOf = (path) => {
  const [first, second, third] = path
  // The condition's own fields have their own names: what the schema rejects is about all of it.
  if (second === 'successCondition') return 'tooManyConditions'
  if (second === 'activeHours') return activeHoursKeys[String(third)] ?? 'activeDays'
  const field = first === 'expectation' && second !== undefined ? second : first
  return keys[String(field)] ?? field
}
