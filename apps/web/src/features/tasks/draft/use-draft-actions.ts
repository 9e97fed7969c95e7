import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useLeaveGuard } from '../../../components/ui/leave-guard.tsx'
import { fieldErrorsIn, ignoreNotFound, messageOf } from '../../../lib/api-error.ts'
import { snackbar } from '../../../lib/snackbar.ts'
import { createTask, deleteTask } from '../api.ts'
import { forgetTask, keepTask } from '../task-query.ts'
import type { DraftForm } from './use-draft-form.ts'

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
      guard.lift()
      await autoSave.discard()
      snackbar.info('Task created')
      await keepTask(client, created)
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
      guard.lift()
      await autoSave.discard()
      await navigate('/dashboard/tasks', { replace: true })
      await forgetTask(client, task.id)
    },
    onError: (error) => {
      snackbar.error(messageOf(error))
      autoSave.resume()
    },
  })

  return { create, cancel }
}
