import type { TaskView } from '@knockwire/domain/tasks/task'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/navigation/paths.ts'
import { usePageNavigate } from '../../../lib/navigation/use-page-navigate.ts'
import { useLeaveGuard } from '../../../components/ui/dialogs/leave-guard.tsx'
import { fieldErrorsIn } from '../../../lib/api/api-error.ts'
import { useConflict } from '../../../lib/editing/use-conflict.ts'
import { useFields } from '../../../lib/forms/use-fields.ts'
import type { Choices } from '../../../lib/editing/merge.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { scheduleDefaults, type ScheduleForm } from '../schedule/schedule-form.ts'
import { checkTask, loadTaskMergeFields, storedTaskIn } from '../settings/check-task.ts'
import { type RequestSettingsForm, type TaskForm, taskFormOf, toSaveTaskInput } from '../settings/task-form.ts'
import { clearedByRequest, clearedBySchedule } from '../settings/task-sections.ts'
import { createTask, taskKind } from '../task-queries.ts'
import { useAutoSave } from './auto-save.ts'
import { useDeleteUntouched } from '../../../lib/api/delete-untouched.ts'
import { deleteDraft, deleteUntouchedDraft } from '../../../lib/owners/delete-draft.ts'
import { setOwnerCache } from '../../../lib/owners/owner-queries.ts'

/** A draft as it is typed; any change is saved three seconds after the last one [DR-06]. */
export function useDraftForm(task: TaskView) {
  const client = useQueryClient()
  /** The draft as it was saved last: what the next save starts from. */
  const base = useRef(task)
  const inputOf = (form: TaskForm) => ({ ...toSaveTaskInput(base.current, form), version: base.current.version })
  const { conflict, detect, choose, close } = useConflict<TaskForm, TaskView>({
    valuesOf: (stored) => taskFormOf(stored, scheduleDefaults()),
    mergeFields: loadTaskMergeFields,
  })
  /** Whether a save was rejected since the draft was changed elsewhere; a dialog then shows both versions. */
  const showConflict = async (values: TaskForm, rejection: unknown): Promise<boolean> => {
    const stored = storedTaskIn(rejection)
    if (stored === null) return false
    // What the dialog needs may not load: then it is a rejection like any other.
    const isConflict = await detect({ values, base: base.current }, stored).catch(() => null)
    // Elsewhere nothing was saved that reads otherwise here: the next save starts from there.
    if (isConflict === false) base.current = stored
    return isConflict === true
  }

  const [autoSave, progress] = useAutoSave<TaskForm>(async (form) => {
    try {
      base.current = await taskKind.save(task.id, inputOf(form))
    } catch (error) {
      await showConflict(form, error)
      throw error
    }
    await setOwnerCache(client, taskKind, base.current)
  })
  const fields = useFields<TaskForm>({
    initialValues: taskFormOf(task, scheduleDefaults()),
    check: (form) => checkTask(base.current, form),
    name: `draft.${task.id}`,
    onChange: autoSave.change,
  })

  const hasEnded = useRef(false)
  const isUntouched = () => task.version === 1 && !fields.isDirty && progress.state === 'untouched'
  useDeleteUntouched(
    task.id,
    () => !hasEnded.current && isUntouched(),
    () => deleteUntouchedDraft(client, taskKind, task.id),
  )

  return {
    task,
    /** Neither typed in nor saved before. */
    isUntouched: isUntouched(),
    /** It was created, or is deleted by its Cancel. */
    end: () => {
      hasEnded.current = true
    },
    fields,
    autoSave,
    progress,
    input: () => inputOf(fields.latest()),
    conflict,
    showConflict: (rejection: unknown) => showConflict(fields.latest(), rejection),
    /** Goes on from what is stored, with what was chosen of both sides; what was typed since is kept. */
    resolve: (choices: Choices) => {
      const chosen = choose(choices, fields.latest())
      if (chosen === null) return
      base.current = chosen.base
      close()
      autoSave.resume()
      fields.change(chosen.values, [])
      void autoSave.flush()
    },
    /** Nothing is saved then, until somebody asks for it. */
    postpone: () => {
      close()
      void autoSave.pause()
    },
    saveAgain: () => {
      autoSave.resume()
      void autoSave.flush()
    },
    changeRequest: (change: Partial<RequestSettingsForm>) =>
      fields.change({ request: { ...fields.latest().request, ...change } }, clearedByRequest(change)),
    changeSchedule: (change: Partial<ScheduleForm>) =>
      fields.change({ schedule: { ...fields.latest().schedule, ...change } }, clearedBySchedule(change)),
  }
}

export type DraftForm = ReturnType<typeof useDraftForm>

/** The two ways in which a draft ends. Auto-save rests meanwhile, and goes on where the way failed. */
export function useDraftActions({ task, fields, autoSave, input, showConflict, end }: DraftForm) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const navigateOnPage = usePageNavigate()
  const guard = useLeaveGuard()

  const create = useMutation({
    mutationFn: async () => {
      await autoSave.pause()
      await fields.throwIfInvalid()
      return createTask(task.id, input())
    },
    onSuccess: async (created) => {
      guard.disable()
      end()
      await autoSave.discard()
      snackbar.info('Task created')
      await setOwnerCache(client, taskKind, created)
      // Where its first run appears.
      await navigateOnPage(paths.history({ kind: 'task', id: created.id }), { replace: true })
    },
    onError: async (error) => {
      if (await showConflict(error)) return
      fields.reject(fieldErrorsIn(error) ?? {})
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
      end()
      await autoSave.discard()
      await navigateOnPage(paths.tasks, { replace: true })
      deleteDraft(client, taskKind, task.id, () => void navigate(paths.draft(task.id)))
    },
  })

  return { create, cancel }
}
