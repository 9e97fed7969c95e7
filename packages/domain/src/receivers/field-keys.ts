import type { FieldKeyOf } from '../errors.ts'

/** By the names of the form's fields, of a receiver's name and response. */
export const receiverFieldKeyOf: FieldKeyOf = ([field]) => (field === 'responseHeaders' ? 'contentType' : field)
