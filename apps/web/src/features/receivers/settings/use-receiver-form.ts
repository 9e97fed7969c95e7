import type { FieldErrors } from '@knockwire/domain/errors'
import type { ReceiverView, SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { snackbar } from '../../../lib/snackbar.ts'
import { checkReceiverForm, clearErrors, receiverFormOf, type ReceiverForm } from './receiver-form.ts'

/** The settings as they are typed, and what was refused of them. */
export function useReceiverForm(receiver: ReceiverView) {
  const [form, setForm] = useState<ReceiverForm>(() => receiverFormOf(receiver))
  const [errors, setErrors] = useState<FieldErrors>({})
  /** How often errors have come: each time the focus goes to the first of them. */
  const [refusals, setRefusals] = useState(0)

  const show = (shown: FieldErrors) => {
    setErrors(shown)
    setRefusals((count) => count + 1)
  }

  return {
    form,
    errors,
    refusals,
    change: (change: Partial<ReceiverForm>) => {
      setForm((current) => ({ ...current, ...change }))
      setErrors((current) => clearErrors(current, change))
    },
    reset: () => {
      setForm(receiverFormOf(receiver))
      setErrors({})
    },
    /** What can be sent; else it shows what stands in the way. */
    input: (): SaveReceiverInput | undefined => {
      const checked = checkReceiverForm(form)
      if (checked.kind === 'ok') return checked.input
      show(checked.errors)
      return undefined
    },
    /** Shows why the server refused: beside the fields, or where it is about none, as a message. */
    refuse: (error: Error) => {
      if (error instanceof ApiError && Object.keys(error.errors).length > 0) show(error.errors)
      else snackbar.error(messageOf(error))
    },
  }
}

export type ReceiverFormState = ReturnType<typeof useReceiverForm>
