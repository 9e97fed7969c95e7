import type { FieldErrors } from '@knockwire/domain/errors'
import type { FocusEvent } from 'react'
import type { z } from 'zod'

/** The name under which a field's error stands, by the field's path in the call; undefined for none. */
export type FieldKeyOf = (path: readonly PropertyKey[]) => string | undefined

/** What a schema of the domain rejects, one message for each field: the first is the one to mend first. */
export function errorsBySchema(
  schema: z.ZodType,
  input: unknown,
  fieldKeyOf: FieldKeyOf = (path) => path.join('.'),
): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of schema.safeParse(input).error?.issues ?? []) {
    const key = fieldKeyOf(path)
    if (key !== undefined) errors[key] ??= message
  }
  return errors
}

interface Validated {
  errors: object
  isDirty: () => boolean
  validateField: (name: string) => unknown
}

/**
 * For the element around the fields: checks the one that is left for another. On the way to a button nothing is checked:
 * an error would move the button away from under the pointer, and Save checks everything.
 */
export const validateOnBlur =
  ({ errors, isDirty, validateField }: Validated) =>
  ({ target, relatedTarget }: FocusEvent<HTMLElement>): void => {
    const name = target.dataset['path'] ?? target.getAttribute('name')
    // What the server rejected stays until it is edited.
    if (name === null || name in errors || !isField(relatedTarget) || !isDirty()) return
    validateField(name)
  }

const isField = (element: EventTarget | null): boolean =>
  element instanceof HTMLElement && element.matches('input, select, textarea')
