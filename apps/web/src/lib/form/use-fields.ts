import type { FieldErrors } from '@knockwire/domain/errors'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { validateOnBlur, withoutErrors } from './use-call-form.ts'

interface FieldsOptions<Values> {
  initialValues: Values
  initialErrors?: FieldErrors
  /** What the domain rejects, under the names of the fields. Its rules may be loaded first. */
  check: (values: Values) => FieldErrors | Promise<FieldErrors>
}

/** A form whose fields stand for more than one call, or for longer than one: its values, and what is wrong with them. */
export function useFields<Values extends object>({ initialValues, initialErrors = {}, check }: FieldsOptions<Values>) {
  const form = useForm<Values & Record<string, unknown>>({
    initialValues,
    initialErrors,
    // `change` clears what it mends: errors have the server's names, and one field may mend several.
    clearInputErrorOnChange: false,
    validate: async (values) => {
      try {
        return await check(values)
      } catch {
        // Rules that cannot be loaded: the server has them too.
        return {}
      }
    },
  } as Parameters<typeof useForm<Values & Record<string, unknown>>>[0])
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
    /** Takes what was edited, and clears the errors that it may have mended [ER-02]. */
    change: (changed: Partial<Values>, mended: readonly string[]) => {
      form.setValues(changed as Parameters<typeof form.setValues>[0])
      setErrors((current) => withoutErrors(current, mended))
    },
    /** Shows errors, the first with the focus. */
    reject: (errors: FieldErrors) => {
      setErrors(errors)
      setRejections((count) => count + 1)
    },
    /** Whether the domain has nothing against the values; shows what it has. */
    isValid: async (): Promise<boolean> => {
      // A promise, whatever its type says: `validate` above is one.
      const { hasErrors } = await Promise.resolve(form.validate())
      if (hasErrors) setRejections((count) => count + 1)
      return !hasErrors
    },
    /** For the element around the fields. */
    onBlur: validateOnBlur(form),
  }
}
