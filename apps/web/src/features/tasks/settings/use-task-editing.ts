import type { FieldErrors } from '@knockwire/domain/errors'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { scheduleDefaults, type ScheduleForm } from '../schedule/schedule-form.ts'
import { fieldErrorsIn, messageOf } from '../../../lib/api-error.ts'
import { snackbar } from '../../../lib/snackbar.ts'
import { useMutex } from '../../../lib/use-mutex.ts'
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

export interface TaskEditing {
  form: TaskForm
  errors: FieldErrors
  /** How often errors have come: each time the focus goes to the first of them. */
  rejections: number
  isEditing: boolean
  isDirty: boolean
  isSaving: boolean
  /** Takes a copy of the section as it stands, to be edited [TD-11]. */
  edit: (section: TaskSection) => void
  /** Gives the copy up [TD-12]. */
  cancel: (section: TaskSection) => void
  changeRequest: (change: Partial<RequestSettingsForm>) => void
  changeSchedule: (change: Partial<ScheduleForm>) => void
  save: () => void
  /** Opens the sections that an error belongs to, and shows it there. */
  show: (errors: FieldErrors) => void
}

/** What of a task is being edited. Save sends the whole task and returns both sections to read mode [TD-13]. */
export function useTaskEditing(task: TaskView): TaskEditing {
  const [form, setForm] = useState<TaskForm>({})
  const [errors, setErrors] = useState<FieldErrors>({})
  const [rejections, setRejections] = useState(0)
  const client = useQueryClient()
  // Once saved there is nothing to be saved until something is edited again.
  const mutex = useMutex()

  const show = (shown: FieldErrors) => {
    mutex.release()
    setForm((current) =>
      Object.keys(shown).reduce((open, key) => withSection(task, open, sectionOfError(key)), current),
    )
    setErrors(shown)
    setRejections((count) => count + 1)
  }

  const saving = useMutation({
    mutationFn: () => saveTask(task.id, toSaveTaskInput(task, form)),
    onSuccess: async (saved) => {
      snackbar.info('Task settings updated')
      await setTaskCache(client, saved)
      setForm({})
      setErrors({})
    },
    onError: (error) => {
      const invalid = fieldErrorsIn(error)
      mutex.release()
      if (invalid === null) snackbar.error(messageOf(error))
      else show(invalid)
    },
  })

  const edit = (section: TaskSection) => {
    if (!saving.isPending) mutex.release()
    setForm((current) => withSection(task, current, section))
  }

  return {
    form,
    errors,
    rejections,
    isEditing: form.request !== undefined || form.schedule !== undefined,
    isDirty: hasChanged(task, form, scheduleDefaults()),
    isSaving: saving.isPending,
    edit,
    cancel: (section) => {
      setForm((current) => withoutSection(current, section))
      setErrors((current) => clearSectionErrors(current, section))
    },
    changeRequest: (change) => {
      setForm((current) => (current.request ? { ...current, request: { ...current.request, ...change } } : current))
      setErrors((current) => clearRequestErrors(current, change))
    },
    changeSchedule: (change) => {
      setForm((current) => (current.schedule ? { ...current, schedule: { ...current.schedule, ...change } } : current))
      setErrors((current) => clearScheduleErrors(current, change))
    },
    save: () => {
      if (mutex.tryAcquire()) saving.mutate()
    },
    show,
  }
}

function withSection(task: TaskView, form: TaskForm, section: TaskSection): TaskForm {
  if (form[section] !== undefined) return form
  return section === 'request'
    ? { ...form, request: requestSettingsOf(task) }
    : { ...form, schedule: scheduleOf(task, scheduleDefaults()) }
}

const withoutSection = ({ request, schedule }: TaskForm, section: TaskSection): TaskForm => ({
  ...(section !== 'request' && request && { request }),
  ...(section !== 'schedule' && schedule && { schedule }),
})
