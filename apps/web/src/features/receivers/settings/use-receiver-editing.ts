import type { ReceiverView, SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { snackbar } from '../../../lib/snackbar.ts'
import { saveReceiver } from '../api.ts'
import { keepReceiver } from '../receiver-query.ts'
import { hasChanged } from './receiver-form.ts'
import { useReceiverForm, type ReceiverFormState } from './use-receiver-form.ts'

export interface ReceiverEditing extends ReceiverFormState {
  isEditing: boolean
  isChanged: boolean
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
      await keepReceiver(client, saved)
      setIsEditing(false)
    },
    onError: state.refuse,
  })

  return {
    ...state,
    isEditing,
    isChanged: isEditing && hasChanged(receiver, state.form),
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
