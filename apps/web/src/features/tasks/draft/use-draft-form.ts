import type { FieldErrors } from '@knockwire/domain/errors'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { scheduleDefaults } from '../schedule/schedule-defaults.ts'
import type { ScheduleForm } from '../schedule/schedule-form.ts'
import { saveTask } from '../api.ts'
import { clearRequestErrors, clearScheduleErrors } from '../settings/field-errors.ts'
import {
  requestSettingsOf,
  scheduleOf,
  toSaveTaskInput,
  type RequestSettingsForm,
  type TaskForm,
} from '../settings/task-form.ts'
import { keepTask } from '../task-query.ts'
import { useAutoSave } from './use-auto-save.ts'

/** A draft as it is typed; any change is saved three seconds after the last one [DR-06]. */
export function useDraftForm(task: TaskView) {
  const [form, setForm] = useState<Required<TaskForm>>(() => ({
    request: requestSettingsOf(task),
    schedule: scheduleOf(task, scheduleDefaults()),
  }))
  const latest = useRef(form)
  const [errors, setErrors] = useState<FieldErrors>({})
  const client = useQueryClient()
  const [autoSave, progress] = useAutoSave<TaskForm>(async (changed) =>
    keepTask(client, await saveTask(task.id, toSaveTaskInput(task, changed))),
  )

  const change = (changed: Required<TaskForm>) => {
    latest.current = changed
    setForm(changed)
    autoSave.change(changed)
  }

  return {
    task,
    form,
    errors,
    setErrors,
    autoSave,
    progress,
    input: () => toSaveTaskInput(task, latest.current),
    changeRequest: (changed: Partial<RequestSettingsForm>) => {
      change({ ...latest.current, request: { ...latest.current.request, ...changed } })
      setErrors((current) => clearRequestErrors(current, changed))
    },
    changeSchedule: (changed: Partial<ScheduleForm>) => {
      change({ ...latest.current, schedule: { ...latest.current.schedule, ...changed } })
      setErrors((current) => clearScheduleErrors(current, changed))
    },
  }
}

export type DraftForm = ReturnType<typeof useDraftForm>
