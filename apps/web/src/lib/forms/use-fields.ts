import type { FieldErrors } from '@knockwire/domain/errors'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useTypedText, withTyped } from '../editing/use-typed-text.ts'
import { validateOnBlur, withoutErrors } from './errors.ts'
import { useFormValues } from './use-form-values.ts'

interface FieldsOptions<Values> {
  initialValues: Values
  initialErrors?: FieldErrors
  /** What the domain rejects, under the names of the fields. Its rules may be loaded first. */
  check: (values: Values) => FieldErrors | Promise<FieldErrors>
  /** Under which what is typed is kept where the page has to be reloaded. */
  name?: string
  /** After each edit, with all values. */
  onChange?: (values: Values) => void
}

/** A form whose fields stand for more than one call, or for longer than one: its values, and what is wrong with them. */
export function useFields<Values extends object>(options: FieldsOptions<Values>) {
  const { initialValues, initialErrors = {}, check, name, onChange } = options
  const errorsIn = async (values: Values): Promise<FieldErrors> => {
    try {
      return await check(values)
    } catch {
      // Rules that cannot be loaded: the server has them too.
      return {}
    }
  }
  // Checked by hand: the rules may have to be loaded first.
  const form = useFormValues(initialValues, () => ({}), initialErrors)
  const { setErrors } = form
  const setValues = (changed: Partial<Values>) => {
    form.setValues(changed)
    onChange?.(form.latest())
  }
  const validateField = async (field: string) => {
    const checked = form.latest()
    const found = await errorsIn(checked)
    // What was edited meanwhile is checked when it is left.
    if (form.latest() === checked) form.setError(field, found[field])
  }
  const typed = useTypedText<Values>(name, () => (form.isDirty() ? form.latest() : undefined))
  const restore = useEffectEvent(() => {
    if (typed !== undefined) setValues(withTyped(initialValues, typed))
  })
  useEffect(() => restore(), [])
  /** Shows errors, the first with the focus. */
  const reject = (errors: FieldErrors) => {
    setErrors(errors)
    setRejections((count) => count + 1)
  }
  /** How often errors have come: each time the focus goes to the first of them. */
  const [rejections, setRejections] = useState(0)
  return {
    values: form.values,
    /** The current values, which may not be rendered yet. */
    latest: form.latest,
    /** Whether the values differ from those that were started with. */
    isDirty: form.isDirty(),
    errors: form.errors,
    rejections,
    setErrors,
    /** Takes what was edited, and clears the errors that it may have corrected [ER-02]. */
    change: (changed: Partial<Values>, corrected: readonly string[]) => {
      setValues(changed)
      setErrors((current) => withoutErrors(current, corrected))
    },
    reject,
    /** Whether the domain accepts the values. Where it does not, the errors are shown. */
    check: async (): Promise<boolean> => {
      const errors = await errorsIn(form.latest())
      const isValid = Object.keys(errors).length === 0
      if (!isValid) reject(errors)
      return isValid
    },
    /** Before anything is sent: what the domain rejects of the values is thrown as the server's rejection would be. */
    throwIfInvalid: async (): Promise<void> => {
      const errors = await errorsIn(form.latest())
      if (Object.keys(errors).length > 0) throw invalidFields(errors)
    },
    /** For the element around the fields. */
    onBlur: validateOnBlur({ ...form, validateField }),
  }
}

const invalidFields = (errors: FieldErrors) =>
  new ApiError({ status: 422, code: 'INVALID_FIELDS', message: 'Correct the marked fields.', errors })
