import type { FieldKeyOf } from '../errors.ts'

const keys: Record<string, string> = { responseHeaders: 'contentType', expression: 'cronExpression' }

/** By the names of the form's fields, of a receiver's name, response and expectation. */
export const receiverFieldKeyOf: FieldKeyOf = (path) => {
  const [first, second] = path
  const field = first === 'expectation' && second !== undefined ? second : first
  return keys[String(field)] ?? field
}
