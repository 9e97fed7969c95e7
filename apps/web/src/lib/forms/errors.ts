import type { FieldErrors, FieldKeyOf } from '@knockwire/domain/errors'
import type { FocusEvent } from 'react'
import type { z } from 'zod'

/** What a schema of the domain rejects, one message for each field: the first is the one to correct first. */
export function errorsBySchema(
  schema: z.ZodType,
  input: unknown,
  fieldKeyOf: FieldKeyOf = (path) => path.join('.'),
): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of schema.safeParse(input).error?.issues ?? []) {
    const key = fieldKeyOf(path.map(String))
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
  ({ currentTarget, target, relatedTarget }: FocusEvent<HTMLElement>): void => {
    // React reports the fields of a dialog that was opened from here, too.
    if (!currentTarget.contains(target)) return
    const name = target.dataset['path'] ?? target.getAttribute('name')
    // What the server rejected stays until it is edited.
    if (name === null || name in errors || !isField(relatedTarget) || !isDirty()) return
    validateField(name)
  }

const isField = (element: EventTarget | null): boolean =>
  element instanceof HTMLElement && element.matches('input, select, textarea')
