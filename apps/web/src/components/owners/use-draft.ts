import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useDeleteUntouched } from '../../lib/api/delete-untouched.ts'
import { fieldErrorsIn, isStatus } from '../../lib/api/api-error.ts'
import type { EditedForm } from '../../lib/editing/edited-form.ts'
import type { Choices } from '../../lib/editing/merge.ts'
import { leaveTypedSince } from '../../lib/editing/leave-typed.ts'
import { draftName, editorName, leaveForm, notificationName } from '../../lib/editing/typed-text.ts'
import { type FormEditing, useEditing } from '../../lib/editing/use-editing.ts'
import { isSame } from '../../lib/forms/use-form-values.ts'
import { deleteUntouchedDraft } from '../../lib/owners/delete-draft.ts'
import type { OwnerKind } from '../../lib/owners/owner-kind.ts'
import { setOwnerCache } from '../../lib/owners/owner-queries.ts'
import { snackbar } from '../../lib/browser/snackbar.ts'
import type { LeaveGuardControl } from '../ui/dialogs/leave-guard.tsx'
import { type AutoSave, type SaveProgress, useAutoSave } from './auto-save.ts'
import { useCancel } from './use-cancel.ts'

interface Stored {
  id: string
  version: number
}

export interface DraftOptions<Values extends object, Base extends Stored, Input extends object> {
  owner: OwnerKind<Base, Input, unknown>
  draft: Base
  /** It was deleted elsewhere while it was typed. */
  isDeleted: boolean
  form: EditedForm<Values, Base, Input>
  /** Whether any change is saved three seconds after the last one [DR-06]; otherwise it is where the page is left. */
  isAutoSaved: boolean
  /** Makes what was begun. `onSaved`: the draft was saved, but is one still. */
  create: (id: string, input: Input, onSaved: (draft: Base) => void) => Promise<Base>
  /** Goes on where what was created is shown. */
  onCreated: (created: Base) => unknown
  /** It was not created; errors of its fields are shown already. */
  onRejected: (error: Error) => void
}

const isStill = ({ state }: SaveProgress): boolean => state === 'untouched' || state === 'saved'

/** What is typed of a draft, and how it is saved: as it is typed where that is wanted, and as it is created. */
function useDraftForm<Values extends object, Base extends Stored, Input extends object>({
  owner,
  draft,
  form,
  isAutoSaved,
  create,
  onCreated,
  onRejected,
}: DraftOptions<Values, Base, Input>) {
  const client = useQueryClient()
  const inputOf = (values: Partial<Values>, base: Base) => ({ ...form.toInput(base, values), version: base.version })

  // Nothing more is sent of a draft once a call has not found it.
  const [isMissing, setIsMissing] = useState(false)
  const savedValues = useRef<Partial<Values>>(undefined)
  const [autoSave, progress] = useAutoSave<Partial<Values>>(async (values) => {
    try {
      // It saves nothing before there is something to be edited.
      // oxlint-disable-next-line react/immutability
      editing.set({ base: await owner.save(draft.id, inputOf(values, editing.state().base)) })
      savedValues.current = values
    } catch (error) {
      if (isStatus(error, 404)) setIsMissing(true)
      if (isAutoSaved) await editing.detectConflict(error, values)
      throw error
    }
    await setOwnerCache(client, owner, editing.state().base)
  })

  useEffect(() => {
    if (isMissing) void autoSave.pause()
  }, [autoSave, isMissing])

  const hasEnded = useRef(false)
  const guard = useRef<Pick<LeaveGuardControl, 'disable'>>(null)
  const end = async () => {
    guard.current?.disable()
    hasEnded.current = true
    await autoSave.discard()
  }
  const sent = useRef<Partial<Values>>({})
  const editing: FormEditing<Values, Base> = useEditing<Values, Base, Base>({
    name: draftName(owner.kind, draft.id),
    savedValues: () => savedValues.current,
    start: { values: form.valuesOf(draft), base: draft },
    check: (values, base) => form.check(form.toInput(base, values)),
    valuesOf: form.valuesOf,
    mergeFields: form.mergeFields,
    ...(isAutoSaved && { onChange: autoSave.change }),
    save: async () => {
      await autoSave.pause()
      const { values, base } = editing.state()
      sent.current = values
      return create(draft.id, inputOf(values, base), (saved) => editing.set({ base: saved }))
    },
    onSaved: async (created) => {
      await end()
      snackbar.info(`${owner.title} created`)
      // It goes on in the settings of what was created, and a notification over them.
      leaveTypedSince(editing, sent.current, {
        name: editorName(owner.kind, created.id),
        asTaken: (values) => ({ values, base: created }),
        stored: created,
      })
      leaveForm(notificationName(created.id))
      await setOwnerCache(client, owner, created)
      await onCreated(created)
    },
    onRejected: (error) => {
      if (isStatus(error, 404)) return setIsMissing(true)
      editing.reject(fieldErrorsIn(error) ?? {})
      onRejected(error)
      autoSave.resume()
    },
  })
  /** Of the page around the form. */
  const guardBy = (control: Pick<LeaveGuardControl, 'disable'>) => {
    guard.current = control
  }
  return { editing, autoSave, progress, isMissing, hasEnded, guardBy, end }
}

/** What becomes of a conflict where changes are saved as they are typed. */
const conflictsWhileSaved = <Values extends object, Base>(
  editing: FormEditing<Values, Base>,
  autoSave: AutoSave<Partial<Values>>,
) => ({
  /** Goes on from what is stored, with what was chosen of both sides; what was typed since is kept. */
  resolve: (choices: Choices): void => {
    autoSave.resume()
    editing.choose(choices)
    editing.postpone()
    void autoSave.flush()
  },
  /** Nothing is saved then, until somebody asks for it. */
  postpone: (): void => {
    editing.postpone()
    void autoSave.pause()
  },
})

/** An owner that is being created, as it is typed: saved as a draft, created, or given up. */
export function useDraft<Values extends object, Base extends Stored, Input extends object>(
  options: DraftOptions<Values, Base, Input>,
) {
  const { owner, draft, form, isAutoSaved } = options
  const { id } = draft
  const client = useQueryClient()
  const { editing, autoSave, progress, isMissing, hasEnded, guardBy, end } = useDraftForm(options)

  const isDeleted = options.isDeleted || isMissing
  const isUntouched = draft.version === 1 && !editing.isDirty() && progress.state === 'untouched'
  useDeleteUntouched(
    id,
    () => !hasEnded.current && isUntouched,
    () => deleteUntouchedDraft(client, owner, id),
  )
  /** False where it cannot be saved as it is typed, or would overwrite what was saved elsewhere. */
  const saveBeforeLeaving = async (): Promise<boolean> => {
    // The question has said that it will be lost.
    if (isDeleted) return true
    const { values, base } = editing.state()
    if (isAutoSaved) return autoSave.flush()
    if (isSame(values, form.valuesOf(base))) return true
    autoSave.resume()
    autoSave.change(values)
    const isSaved = await autoSave.flush()
    await autoSave.discard()
    return isSaved
  }
  const { isGivenUp, isCancelling, cancel } = useCancel(owner, id, {
    // Undo brings back what was typed last, too. Where it cannot be saved, it comes back as it was saved last.
    beforeLeaving: async () => {
      await saveBeforeLeaving()
      await autoSave.pause()
    },
    end,
  })

  return {
    ...editing,
    id,
    guardBy,
    /** Neither typed in nor saved before. */
    isUntouched,
    isDeleted,
    progress: isAutoSaved ? progress : null,
    /** Nothing is typed, or being saved, that is not saved. */
    isAllSaved:
      (isAutoSaved ? isStill(progress) : isSame(editing.values, form.valuesOf(editing.base))) &&
      !editing.isSaving &&
      editing.conflict === null,
    input: (): Input => {
      const { values, base } = editing.state()
      return form.toInput(base, values)
    },
    saveBeforeLeaving,
    saveAgain: () => {
      autoSave.resume()
      void autoSave.flush()
    },
    /** Saves what is typed as another one. */
    saveAs: async (newId: string): Promise<void> => {
      const { values, base } = editing.state()
      await owner.save(newId, form.toInput(base, values))
      leaveTypedSince(editing, values, { name: draftName(owner.kind, newId), asTaken: (typed) => typed })
    },
    create: () => {
      if (!isGivenUp.current) editing.save()
    },
    isCancelling,
    cancel: () => {
      if (!editing.state().isSaving) cancel()
    },
    ...(isAutoSaved && conflictsWhileSaved(editing, autoSave)),
  }
}

export type DraftEditing<Values extends object, Base extends Stored> = ReturnType<typeof useDraft<Values, Base, object>>
