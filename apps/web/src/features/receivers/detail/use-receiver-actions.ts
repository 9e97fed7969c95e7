import { useMutation, useQueryClient } from '@tanstack/react-query'
import { paths } from '../../../lib/navigation/paths.ts'
import { usePageNavigate } from '../../../lib/navigation/use-page-navigate.ts'
import { ignoreNotFound, messageOf } from '../../../lib/api/api-error.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import {
  activateReceiver,
  deactivateReceiver,
  deleteReceiver,
  removeReceiverCache,
  setReceiverCache,
} from '../receiver-queries.ts'
import { deletionKey, receiverKey } from '../../../lib/api/query-keys.ts'
const showError = (error: Error) => snackbar.error(messageOf(error))

/** What can be done with a receiver as a whole. */
export function useReceiverActions(receiverId: string, onDeleted: () => void) {
  const client = useQueryClient()
  const navigate = usePageNavigate()

  const activate = useMutation({
    mutationFn: () => activateReceiver(receiverId),
    onSuccess: async (receiver) => {
      snackbar.info('Receiver activated')
      await setReceiverCache(client, receiver)
    },
    onError: showError,
  })

  const deactivate = useMutation({
    mutationFn: () => deactivateReceiver(receiverId),
    onSuccess: async (receiver) => {
      snackbar.info('Receiver deactivated')
      await setReceiverCache(client, receiver)
    },
    onError: showError,
  })

  const remove = useMutation({
    mutationKey: deletionKey({ kind: 'receiver', id: receiverId }),
    mutationFn: async () => {
      // A poll in flight would answer 404.
      await client.cancelQueries({ queryKey: receiverKey(receiverId) })
      await deleteReceiver(receiverId).catch(ignoreNotFound)
    },
    onSuccess: async () => {
      snackbar.info('Receiver deleted')
      onDeleted()
      await navigate(paths.receivers, { replace: true })
      await removeReceiverCache(client, receiverId)
    },
  })

  return { activate, deactivate, remove }
}

export type ReceiverActions = ReturnType<typeof useReceiverActions>
