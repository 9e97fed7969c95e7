import type { UseFormReturnType } from '@mantine/form'
import { fieldErrorsIn } from '../../lib/api-error.ts'

type FormOf<Values> = Pick<UseFormReturnType<Values>, 'setErrors' | 'getInputNode'>

/** Shows the server's field errors in their places, the first one with the focus. False: there are none. */
export function showFieldErrors<Values>(form: FormOf<Values>, error: unknown): boolean {
  const errors = fieldErrorsIn(error)
  if (errors === null) return false
  form.setErrors(errors)
  focusFirst(form, errors)
  return true
}

/** For `form.onSubmit`: the first field that does not pass takes the focus. */
export function focusFirst<Values>(form: FormOf<Values>, errors: object): void {
  const [first] = Object.keys(errors)
  if (first !== undefined) form.getInputNode(first)?.focus()
}

/** As a ref: these pages have one form, and a visitor wants to type into its first field. */
export const focusOnArrival = (field: HTMLInputElement | null): void => field?.focus()
