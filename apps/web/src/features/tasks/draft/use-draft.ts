import type { FieldErrors } from '@knockwire/domain/errors'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from '../../../lib/navigation/page-router.tsx'
import { useLeaveGuard } from '../../../components/ui/leave-guard.tsx'
import { fieldErrorsIn, storedNowIn } from '../../../lib/api-error.ts'
import { type Choices, merge } from '../../../lib/merge.ts'
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
import type { TaskConflict } from '../settings/task-merge.ts'
import { createTask, saveTask, setTaskCache } from '../task-queries.ts'
import { useAutoSave } from './auto-save.ts'
import { deleteDraft } from './delete-draft.ts'

/** A draft as it is typed; any change is saved three seconds after the last one [DR-06]. */
export function useDraftForm(task: TaskView) {
  const [form, setForm] = useState<Required<TaskForm>>(() => ({
    request: requestSettingsOf(task),
    schedule: scheduleOf(task, scheduleDefaults()),
  }))
  const latest = useRef(form)
  const [errors, setErrors] = useState<FieldErrors>({})
  const client = useQueryClient()
  /** The draft as it was saved last: what the next save starts from. */
  const base = useRef(task)
  const [conflict, setConflict] = useState<TaskConflict | null>(null)
  const inputOf = (changed: TaskForm) => ({ ...toSaveTaskInput(base.current, changed), version: base.current.version })
  /** Whether a save was rejected since the draft was changed elsewhere, which then opens the conflict dialog. */
  const noteConflict = async (error: unknown, changed: Required<TaskForm> = latest.current): Promise<boolean> => {
    const stored = storedNowIn(error) as TaskView | null
    if (stored === null) return false
    // It brings the libraries that read cron expressions.
    const { taskConflict } = await import('../settings/task-merge.ts')
    const found = taskConflict({ form: changed, base: base.current }, stored, scheduleDefaults())
    if (found.differences.length > 0) setConflict(found)
    // Elsewhere nothing was saved that reads otherwise here: the next save starts from there.
    else base.current = stored
    return found.differences.length > 0
  }

  const [autoSave, progress] = useAutoSave<Required<TaskForm>>(async (changed) => {
    try {
      base.current = await saveTask(task.id, inputOf(changed))
    } catch (error) {
      await noteConflict(error, changed)
      throw error
    }
    await setTaskCache(client, base.current)
  })

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
    input: () => inputOf(latest.current),
    conflict,
    noteConflict,
    /** Goes on from what is stored, with what was chosen of both sides. */
    resolve: (choices: Choices) => {
      if (conflict === null) return
      base.current = conflict.stored
      setConflict(null)
      // What was typed since is kept.
      autoSave.resume()
      change(merge(conflict.fields, { ...conflict.versions, mine: latest.current }, choices))
      void autoSave.flush()
    },
    /** Nothing is saved then, until somebody asks for it. */
    postpone: () => {
      setConflict(null)
      void autoSave.pause()
    },
    saveAgain: () => {
      autoSave.resume()
      void autoSave.flush()
    },
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
export function useDraftActions({ task, autoSave, input, setErrors, noteConflict }: DraftForm) {
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
      // Where its first run appears.
      await navigate(`/dashboard/tasks/${created.id}/executions`, { replace: true })
    },
    onError: async (error) => {
      if (await noteConflict(error)) return
      setErrors(fieldErrorsIn(error) ?? {})
      snackbar.error('Error creating task')
      autoSave.resume()
    },
  })

  const cancel = useMutation({
    mutationFn: async () => {
      // Undo brings back what was typed last, too.
      await autoSave.flush()
      await autoSave.pause()
    },
    onSuccess: async () => {
      guard.disable()
      await autoSave.discard()
      await navigate('/dashboard/tasks', { replace: true })
      deleteDraft(client, task.id, () => void navigate(`/dashboard/drafts/${task.id}`))
    },
  })

  return { create, cancel }
}
