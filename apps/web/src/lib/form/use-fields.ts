import type { FieldErrors } from '@knockwire/domain/errors'
import { useForm } from '@mantine/form'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../api-error.ts'
import { useTypedText, withTyped } from './use-typed-text.ts'
import { validateOnBlur, withoutErrors } from './errors.ts'

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
  const form = useForm<Values & Record<string, unknown>>({
    initialValues,
    initialErrors,
    // `change` clears what it corrects: errors have the server's names, and one field may correct several.
    clearInputErrorOnChange: false,
    ...(onChange && { onValuesChange: onChange }),
    validate: errorsIn,
  } as Parameters<typeof useForm<Values & Record<string, unknown>>>[0])
  const typed = useTypedText<Values>(name, () => (form.isDirty() ? form.getValues() : undefined))
  const restore = useEffectEvent(() => {
    if (typed !== undefined) form.setValues(withTyped(initialValues, typed) as Parameters<typeof form.setValues>[0])
  })
  useEffect(() => restore(), [])
  /** How often errors have come: each time the focus goes to the first of them. */
  const [rejections, setRejections] = useState(0)
  const setErrors = (errors: FieldErrors | ((current: FieldErrors) => FieldErrors)) =>
    form.setErrors(errors as Parameters<typeof form.setErrors>[0])
  return {
    values: form.values as Values,
    /** The current values, which may not be rendered yet. */
    latest: form.getValues as () => Values,
    /** Whether the values differ from those that were started with. */
    isDirty: form.isDirty(),
    errors: form.errors as FieldErrors,
    rejections,
    setErrors,
    /** Takes what was edited, and clears the errors that it may have corrected [ER-02]. */
    change: (changed: Partial<Values>, corrected: readonly string[]) => {
      form.setValues(changed as Parameters<typeof form.setValues>[0])
      setErrors((current) => withoutErrors(current, corrected))
    },
    /** Shows errors, the first with the focus. */
    reject: (errors: FieldErrors) => {
      setErrors(errors)
      setRejections((count) => count + 1)
    },
    /** Before anything is sent: what the domain rejects of the values is thrown as the server's rejection would be. */
    throwIfInvalid: async (): Promise<void> => {
      const errors = await errorsIn(form.getValues())
      if (Object.keys(errors).length > 0) throw invalidFields(errors)
    },
    /** For the element around the fields. */
    onBlur: validateOnBlur(form),
  }
}

const invalidFields = (errors: FieldErrors) =>
  new ApiError({ status: 422, code: 'INVALID_FIELDS', message: 'Correct the marked fields.', errors })
