import type { FieldErrors } from '@knockwire/domain/errors'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf, storedNowIn } from '../../../lib/api-error.ts'
import { type Choices, type Difference, differencesOf, merge, type Versions } from '../../../lib/merge.ts'
import { snackbar } from '../../../lib/snackbar.ts'
import { useUndo } from '../../../lib/use-undo.ts'
import { saveReceiver, setReceiverCache } from '../receiver-queries.ts'
import { checkReceiverForm } from './check-receiver-form.ts'
import { clearErrors, hasChanged, type ReceiverForm, receiverFormOf, receiverMergeFields } from './receiver-form.ts'

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
    /** Shows why the save was rejected: beside the fields, or as a message where it is about none. */
    reject: (error: Error) => {
      if (error instanceof ApiError && Object.keys(error.errors).length > 0) show(error.errors)
      else snackbar.error(messageOf(error))
    },
  }
}

export type ReceiverFormState = ReturnType<typeof useReceiverForm>

/** A save that was rejected, since something was saved elsewhere after editing started. */
interface ReceiverConflict {
  versions: Versions<ReceiverForm>
  differences: readonly Difference[]
  stored: ReceiverView
}

export interface ReceiverEditing extends ReceiverFormState {
  isEditing: boolean
  isDirty: boolean
  isSaving: boolean
  /** What was saved elsewhere meanwhile, where the last save was rejected for it. */
  conflict: ReceiverConflict | null
  /** Takes a copy of the settings as they stand [RD-24]. */
  edit: () => void
  /** Gives the copy up [RD-26], and offers to take it back where something was typed in it. */
  cancel: () => void
  /** Returns to read mode once it is saved [RD-27]. */
  save: () => void
  /** Saves what was chosen of both sides. */
  resolve: (choices: Choices) => void
  /** Leaves the conflict for later: the form stays as it was typed. */
  postpone: () => void
}

/** Read and edit mode of a receiver's settings. */
export function useReceiverEditing(receiver: ReceiverView): ReceiverEditing {
  const state = useReceiverForm(receiver)
  /** The receiver as editing started: what a save compares with, and the version that it sends. */
  const [base, setBase] = useState<ReceiverView | null>(null)
  const [conflict, setConflict] = useState<ReceiverConflict | null>(null)
  const client = useQueryClient()
  const undo = useUndo()

  const saving = useMutation({
    mutationFn: async ({ form, from }: { form: ReceiverForm; from: ReceiverView }) =>
      saveReceiver(receiver.id, { ...(await checkReceiverForm(form)), version: from.version }),
    onSuccess: async (saved) => {
      snackbar.info('Receiver settings updated')
      await setReceiverCache(client, saved)
      setBase(null)
      setConflict(null)
    },
    onError: (error, { form, from }) => {
      const stored = storedNowIn(error) as ReceiverView | null
      if (stored === null) {
        setConflict(null)
        return state.reject(error)
      }
      void setReceiverCache(client, stored)
      const versions = { base: receiverFormOf(from), mine: form, theirs: receiverFormOf(stored) }
      const differences = differencesOf(receiverMergeFields, versions)
      if (differences.length > 0) setConflict({ versions, differences, stored })
      // Elsewhere nothing was saved that reads otherwise here.
      else start(form, stored)
    },
  })

  const start = (form: ReceiverForm, from: ReceiverView) => {
    state.change(form)
    setBase(from)
    saving.mutate({ form, from })
  }

  return {
    ...state,
    isEditing: base !== null,
    isDirty: base !== null && hasChanged(base, state.form),
    isSaving: saving.isPending,
    conflict,
    change: (change) => {
      undo.withdraw()
      state.change(change)
    },
    edit: () => {
      undo.withdraw()
      state.reset()
      setBase(receiver)
    },
    cancel: () => {
      if (saving.isPending || base === null) return
      if (hasChanged(base, state.form)) {
        undo.offer('Changes discarded', () => {
          state.change(state.form)
          setBase(base)
        })
      }
      setBase(null)
    },
    save: () => {
      if (base !== null && !saving.isPending) saving.mutate({ form: state.form, from: base })
    },
    resolve: (choices) => {
      if (conflict !== null) start(merge(receiverMergeFields, conflict.versions, choices), conflict.stored)
    },
    postpone: () => setConflict(null),
  }
}
