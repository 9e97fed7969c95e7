import type { ReceiverView, SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useLeaveGuard } from '../../../components/ui/leave-guard.tsx'
import { ignoreNotFound, messageOf } from '../../../lib/api-error.ts'
import { snackbar } from '../../../lib/snackbar.ts'
import { activateReceiver, deleteReceiver, saveReceiver } from '../api.ts'
import { receiversPath } from '../receiver-path.ts'
import { forgetReceiver, keepReceiver } from '../receiver-query.ts'

interface Hooks {
  onCreated: () => void
  onRefused: (error: Error) => void
}

/** The two ways in which creating ends. */
export function useCreateActions({ id }: ReceiverView, { onCreated, onRefused }: Hooks) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const guard = useLeaveGuard()

  const create = useMutation({
    mutationFn: async (input: SaveReceiverInput) => {
      await saveReceiver(id, input)
      return activateReceiver(id)
    },
    onSuccess: async (created) => {
      guard.lift()
      snackbar.info('Receiver created')
      await keepReceiver(client, created)
      onCreated()
    },
    onError: onRefused,
  })

  const cancel = useMutation({
    mutationFn: () => deleteReceiver(id).catch(ignoreNotFound),
    onSuccess: async () => {
      guard.lift()
      await navigate(receiversPath, { replace: true })
      await forgetReceiver(client, id)
    },
    onError: (error) => snackbar.error(messageOf(error)),
  })

  return { create, cancel }
}
