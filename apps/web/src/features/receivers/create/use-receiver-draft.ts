import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLeaveGuard } from '../../../components/ui/dialogs/leave-guard.tsx'
import { fieldErrorsIn, messageOf } from '../../../lib/api/api-error.ts'
import type { Attempt } from '../../../lib/editing/conflict.ts'
import { useFields } from '../../../lib/forms/use-fields.ts'
import { useVersionedSave } from '../../../lib/editing/use-versioned-save.ts'
import { useDeleteUntouched } from '../../../lib/api/delete-untouched.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { deleteUntouchedDraft } from '../../../lib/owners/delete-draft.ts'
import { setOwnerCache } from '../../../lib/owners/owner-queries.ts'
import { receiverKind } from '../receiver-queries.ts'
import { checkReceiver, storedReceiverIn } from '../settings/check-receiver.ts'
import { type ReceiverForm, receiverFormOf, toReceiverInput } from '../settings/receiver-form.ts'
import { receiverMergeFields } from '../settings/receiver-merge.ts'

/** The settings of a receiver that is being created, as they are typed. */
export function useReceiverDraft(receiver: ReceiverView) {
  const client = useQueryClient()
  /** The draft as it was saved last: what the next save starts from. */
  const base = useRef(receiver)
  const fields = useFields<ReceiverForm>({
    name: `receiver-draft.${receiver.id}`,
    initialValues: receiverFormOf(receiver),
    check: checkReceiver,
  })
  const save = async ({ version }: ReceiverView): Promise<ReceiverView> => {
    base.current = await receiverKind.save(receiver.id, { ...toReceiverInput(fields.latest()), version })
    return base.current
  }
  const hasEnded = useRef(false)
  const isUntouched = receiver.version === 1 && !fields.isDirty
  useDeleteUntouched(
    receiver.id,
    () => !hasEnded.current && isUntouched,
    () => deleteUntouchedDraft(client, receiverKind, receiver.id),
  )
  return {
    fields,
    /** Neither typed in nor saved before. */
    isUntouched,
    /** It was created, or is deleted by its Cancel. */
    end: () => {
      hasEnded.current = true
    },
    save,
    latest: () => ({ values: fields.latest(), base: base.current }),
    /** Goes on from another version, with what was chosen of both. */
    startFrom: (attempt: Attempt<Partial<ReceiverForm>, ReceiverView>) => {
      base.current = attempt.base
      fields.change(attempt.values, [])
    },
    /** False where it cannot be saved as it is typed, or would overwrite what was saved elsewhere. */
    saveBeforeLeaving: async (): Promise<boolean> => {
      try {
        await setOwnerCache(client, receiverKind, await save(base.current))
        return true
      } catch {
        return false
      }
    },
  }
}

export type ReceiverDraft = ReturnType<typeof useReceiverDraft>

/** Saves the draft and makes a receiver of it. */
export function useCreation({ fields, save, startFrom, end }: ReceiverDraft, onCreated: () => void) {
  const client = useQueryClient()
  const guard = useLeaveGuard()
  return useVersionedSave<ReceiverForm, ReceiverView, ReceiverView>({
    save: async (attempt) => {
      await fields.throwIfInvalid()
      const { id } = await save(attempt.base)
      return receiverKind.activate(id)
    },
    valuesOf: receiverFormOf,
    storedNow: storedReceiverIn,
    mergeFields: () => receiverMergeFields,
    onStart: startFrom,
    onSaved: async (created) => {
      guard.disable()
      end()
      snackbar.info('Receiver created')
      await setOwnerCache(client, receiverKind, created)
      onCreated()
      startOver()
    },
    onRejected: (error) => {
      const errors = fieldErrorsIn(error)
      if (errors === null) snackbar.error(messageOf(error))
      else fields.reject(errors)
    },
  })
}

/** The form gives way to the receiver's page, which is read from its top. */
function startOver(): void {
  window.scrollTo({ top: 0 })
  document.querySelector('main')?.focus({ preventScroll: true })
}
