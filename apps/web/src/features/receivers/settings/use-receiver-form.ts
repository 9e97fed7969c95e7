import type { FieldErrors } from '@knockwire/domain/errors'
import type { ReceiverView, SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { snackbar } from '../../../lib/snackbar.ts'
import { saveReceiver, setReceiverCache } from '../receiver-queries.ts'
import { checkReceiverForm, clearErrors, hasChanged, type ReceiverForm, receiverFormOf } from './receiver-form.ts'

/** The settings as they are typed, and the errors of the last rejected save. */
export function useReceiverForm(receiver: ReceiverView) {
  const [form, setForm] = useState<ReceiverForm>(() => receiverFormOf(receiver))
  const [errors, setErrors] = useState<FieldErrors>({})
  /** How often errors have come: each time the focus goes to the first of them. */
  const [rejections, setRejections] = useState(0)

  const show = (shown: FieldErrors) => {
    setErrors(shown)
    setRejections((count) => count + 1)
  }

  return {
    form,
    errors,
    rejections,
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
    /** Shows why the server rejected the save: beside the fields, or as a message where it is about none. */
    reject: (error: Error) => {
      if (error instanceof ApiError && Object.keys(error.errors).length > 0) show(error.errors)
      else snackbar.error(messageOf(error))
    },
  }
}

export type ReceiverFormState = ReturnType<typeof useReceiverForm>

export interface ReceiverEditing extends ReceiverFormState {
  isEditing: boolean
  isDirty: boolean
  isSaving: boolean
  /** Takes a copy of the settings as they stand [RD-24]. */
  edit: () => void
  /** Gives the copy up [RD-26]. */
  cancel: () => void
  /** Returns to read mode once it is saved [RD-27]. */
  save: () => void
}

/** Read and edit mode of a receiver's settings. */
export function useReceiverEditing(receiver: ReceiverView): ReceiverEditing {
  const state = useReceiverForm(receiver)
  const [isEditing, setIsEditing] = useState(false)
  const client = useQueryClient()

  const saving = useMutation({
    mutationFn: (input: SaveReceiverInput) => saveReceiver(receiver.id, input),
    onSuccess: async (saved) => {
      snackbar.info('Receiver settings updated')
      await setReceiverCache(client, saved)
      setIsEditing(false)
    },
    onError: state.reject,
  })

  return {
    ...state,
    isEditing,
    isDirty: isEditing && hasChanged(receiver, state.form),
    isSaving: saving.isPending,
    edit: () => {
      state.reset()
      setIsEditing(true)
    },
    cancel: () => {
      if (!saving.isPending) setIsEditing(false)
    },
    save: () => {
      const input = saving.isPending ? undefined : state.input()
      if (input !== undefined) saving.mutate(input)
    },
  }
}
