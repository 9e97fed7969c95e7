import type { FieldErrors } from '@knockwire/domain/errors'
import type { SaveTaskInput, TaskView } from '@knockwire/domain/tasks/task'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { scheduleDefaults, type ScheduleForm } from '../schedule/schedule-form.ts'
import { fieldErrorsIn, isStatus, messageOf, storedNowIn } from '../../../lib/api-error.ts'
import { type Choices, merge } from '../../../lib/merge.ts'
import { snackbar } from '../../../lib/snackbar.ts'
import { useMutex } from '../../../lib/use-mutex.ts'
import { useUndo } from '../../../lib/use-undo.ts'
import { saveTask, setTaskCache } from '../task-queries.ts'
import {
  clearRequestErrors,
  clearScheduleErrors,
  clearSectionErrors,
  hasChanged,
  type RequestSettingsForm,
  requestSettingsOf,
  scheduleOf,
  sectionOfError,
  type TaskForm,
  type TaskSection,
  toSaveTaskInput,
} from './task-form.ts'
import type { TaskConflict } from './task-merge.ts'

export interface TaskEditing {
  form: TaskForm
  errors: FieldErrors
  /** How often errors have come: each time the focus goes to the first of them. */
  rejections: number
  isEditing: boolean
  isDirty: boolean
  isSaving: boolean
  /** What would be saved; null where nothing is edited. */
  input: SaveTaskInput | null
  /** Whether the last save found no such task any more. */
  isDeleted: boolean
  /** What was saved elsewhere meanwhile, where the last save was rejected for it. */
  conflict: TaskConflict | null
  /** Takes a copy of the section as it stands, to be edited [TD-11]. */
  edit: (section: TaskSection) => void
  /** Gives the copy up [TD-12], and offers to take it back where something was typed in it. */
  cancel: (section: TaskSection) => void
  changeRequest: (change: Partial<RequestSettingsForm>) => void
  changeSchedule: (change: Partial<ScheduleForm>) => void
  save: () => void
  /** Saves what was chosen of both sides. */
  resolve: (choices: Choices) => void
  /** Leaves the conflict for later: the form stays as it was typed. */
  postpone: () => void
  /** Opens the sections that an error belongs to, and shows it there. */
  show: (errors: FieldErrors) => void
}

interface Edited {
  form: TaskForm
  /** The task as editing started: what a save compares with, and the version that it sends. */
  base: TaskView
}

/** What of a task is being edited. Save sends the whole task and returns both sections to read mode [TD-13]. */
export function useTaskEditing(task: TaskView): TaskEditing {
  const [edited, setEdited] = useState<Edited | null>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [rejections, setRejections] = useState(0)
  const [conflict, setConflict] = useState<TaskConflict | null>(null)
  const client = useQueryClient()
  const undo = useUndo()
  // Once saved there is nothing to be saved until something is edited again.
  const mutex = useMutex()
  const form = edited?.form ?? {}

  const show = (shown: FieldErrors) => {
    mutex.release()
    setEdited((current) =>
      Object.keys(shown).reduce(
        (open, key) => withSection(open, sectionOfError(key)),
        current ?? { form: {}, base: task },
      ),
    )
    setErrors(shown)
    setRejections((count) => count + 1)
  }

  const onConflict = async (rejected: Edited, stored: TaskView) => {
    void setTaskCache(client, stored)
    // It brings the libraries that read cron expressions.
    const { taskConflict } = await import('./task-merge.ts')
    mutex.release()
    const found = taskConflict(rejected, stored, scheduleDefaults())
    if (found.differences.length > 0) setConflict(found)
    // Elsewhere nothing was saved that reads otherwise here.
    else startSaving({ ...rejected, base: stored })
  }

  const saving = useMutation({
    mutationFn: (saved: Edited) =>
      saveTask(task.id, { ...toSaveTaskInput(saved.base, saved.form), version: saved.base.version }),
    onSuccess: async (saved) => {
      snackbar.info('Task settings updated')
      await setTaskCache(client, saved)
      setEdited(null)
      setErrors({})
      setConflict(null)
    },
    onError: (error, rejected) => {
      const stored = storedNowIn(error) as TaskView | null
      if (stored !== null) return void onConflict(rejected, stored)
      setConflict(null)
      mutex.release()
      // The page shows that already.
      if (isStatus(error, 404)) return
      const invalid = fieldErrorsIn(error)
      if (invalid === null) snackbar.error(messageOf(error))
      else show(invalid)
    },
  })

  const startSaving = (toSave: Edited) => {
    if (!mutex.tryAcquire()) return
    setEdited(toSave)
    saving.mutate(toSave)
  }

  return {
    form,
    errors,
    rejections,
    isEditing: edited !== null,
    isDirty: edited !== null && hasChanged(edited.base, edited.form, scheduleDefaults()),
    isSaving: saving.isPending,
    input: edited && toSaveTaskInput(edited.base, edited.form),
    isDeleted: isStatus(saving.error, 404),
    conflict,
    edit: (section) => {
      undo.withdraw()
      if (!saving.isPending) mutex.release()
      setEdited((current) => withSection(current ?? { form: {}, base: task }, section))
    },
    cancel: (section) => {
      if (edited === null) return
      const given = { [section]: form[section] }
      if (hasChanged(edited.base, given, scheduleDefaults())) {
        undo.offer('Changes discarded', () => {
          mutex.release()
          setEdited((current) => ({ base: current?.base ?? edited.base, form: { ...current?.form, ...given } }))
        })
      }
      setEdited(withoutSection(edited, section))
      setErrors((current) => clearSectionErrors(current, section))
    },
    changeRequest: (change) => {
      undo.withdraw()
      setEdited((current) => withRequest(current, change))
      setErrors((current) => clearRequestErrors(current, change))
    },
    changeSchedule: (change) => {
      undo.withdraw()
      setEdited((current) => withSchedule(current, change))
      setErrors((current) => clearScheduleErrors(current, change))
    },
    save: () => {
      if (edited !== null) startSaving(edited)
    },
    resolve: (choices) => {
      if (conflict === null) return
      startSaving({ form: merge(conflict.fields, conflict.versions, choices), base: conflict.stored })
    },
    postpone: () => setConflict(null),
    show,
  }
}

function withSection({ form, base }: Edited, section: TaskSection): Edited {
  if (form[section] !== undefined) return { form, base }
  const opened =
    section === 'request' ? { request: requestSettingsOf(base) } : { schedule: scheduleOf(base, scheduleDefaults()) }
  return { base, form: { ...form, ...opened } }
}

/** Null where it was the last one. */
function withoutSection({ form: { request, schedule }, base }: Edited, section: TaskSection): Edited | null {
  const form: TaskForm = {
    ...(section !== 'request' && request && { request }),
    ...(section !== 'schedule' && schedule && { schedule }),
  }
  return Object.keys(form).length === 0 ? null : { form, base }
}

const withRequest = (edited: Edited | null, change: Partial<RequestSettingsForm>): Edited | null =>
  edited?.form.request === undefined
    ? edited
    : { ...edited, form: { ...edited.form, request: { ...edited.form.request, ...change } } }

const withSchedule = (edited: Edited | null, change: Partial<ScheduleForm>): Edited | null =>
  edited?.form.schedule === undefined
    ? edited
    : { ...edited, form: { ...edited.form, schedule: { ...edited.form.schedule, ...change } } }
