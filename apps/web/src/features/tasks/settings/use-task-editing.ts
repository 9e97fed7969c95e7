import type { FieldErrors } from '@knockwire/domain/errors'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { scheduleDefaults } from '../schedule/schedule-defaults.ts'
import type { ScheduleForm } from '../schedule/schedule-form.ts'
import { fieldErrorsIn, messageOf } from '../../../lib/api-error.ts'
import { snackbar } from '../../../lib/snackbar.ts'
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts'
import { saveTask } from '../api.ts'
import { keepTask } from '../task-query.ts'
import { clearRequestErrors, clearScheduleErrors, clearSectionErrors, sectionOfError } from './field-errors.ts'
import {
  hasChanged,
  requestSettingsOf,
  scheduleOf,
  toSaveTaskInput,
  type RequestSettingsForm,
  type TaskForm,
  type TaskSection,
} from './task-form.ts'

export interface TaskEditing {
  form: TaskForm
  errors: FieldErrors
  /** How often errors have come: each time the focus goes to the first of them. */
  refusals: number
  isEditing: boolean
  isChanged: boolean
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
  const [refusals, setRefusals] = useState(0)
  const client = useQueryClient()
  // Once saved there is nothing to be saved until something is edited again.
  const oneSave = useOneAtATime()

  const show = (shown: FieldErrors) => {
    oneSave.end()
    setForm((current) =>
      Object.keys(shown).reduce((open, key) => withSection(task, open, sectionOfError(key)), current),
    )
    setErrors(shown)
    setRefusals((count) => count + 1)
  }

  const saving = useMutation({
    mutationFn: () => saveTask(task.id, toSaveTaskInput(task, form)),
    onSuccess: async (saved) => {
      snackbar.info('Task settings updated')
      await keepTask(client, saved)
      setForm({})
      setErrors({})
    },
    onError: (error) => {
      const faults = fieldErrorsIn(error)
      oneSave.end()
      if (faults === null) snackbar.error(messageOf(error))
      else show(faults)
    },
  })

  const edit = (section: TaskSection) => {
    if (!saving.isPending) oneSave.end()
    setForm((current) => withSection(task, current, section))
  }

  return {
    form,
    errors,
    refusals,
    isEditing: form.request !== undefined || form.schedule !== undefined,
    isChanged: hasChanged(task, form, scheduleDefaults()),
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
      if (oneSave.begin()) saving.mutate()
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
