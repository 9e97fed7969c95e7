import type { FieldErrors } from '@knockwire/domain/errors'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useLeaveGuard } from '../../../components/ui/leave-guard.tsx'
import { fieldErrorsIn, ignoreNotFound, messageOf } from '../../../lib/api-error.ts'
import { snackbar } from '../../../lib/snackbar.ts'
import { scheduleDefaults, type ScheduleForm } from '../schedule/schedule-form.ts'
import {
  clearRequestErrors,
  clearScheduleErrors,
  type RequestSettingsForm,
  requestSettingsOf,
  scheduleOf,
  type TaskForm,
  toSaveTaskInput,
} from '../settings/task-form.ts'
import { createTask, deleteTask, removeTaskCache, saveTask, setTaskCache } from '../task-queries.ts'
import { useAutoSave } from './auto-save.ts'

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
    setTaskCache(client, await saveTask(task.id, toSaveTaskInput(task, changed))),
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

/** The two ways in which a draft ends. Auto-save rests meanwhile, and goes on where the way failed. */
export function useDraftActions({ task, autoSave, input, setErrors }: DraftForm) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const guard = useLeaveGuard()

  const create = useMutation({
    mutationFn: async () => {
      await autoSave.pause()
      return createTask(task.id, input())
    },
    onSuccess: async (created) => {
      guard.disable()
      await autoSave.discard()
      snackbar.info('Task created')
      await setTaskCache(client, created)
      await navigate(`/dashboard/tasks/${created.id}`, { replace: true })
    },
    onError: (error) => {
      setErrors(fieldErrorsIn(error) ?? {})
      snackbar.error('Error creating task')
      autoSave.resume()
    },
  })

  const cancel = useMutation({
    mutationFn: async () => {
      await autoSave.pause()
      await deleteTask(task.id).catch(ignoreNotFound)
    },
    onSuccess: async () => {
      guard.disable()
      await autoSave.discard()
      await navigate('/dashboard/tasks', { replace: true })
      await removeTaskCache(client, task.id)
    },
    onError: (error) => {
      snackbar.error(messageOf(error))
      autoSave.resume()
    },
  })

  return { create, cancel }
}
