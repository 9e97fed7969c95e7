import { useMutation, useQueryClient } from '@tanstack/react-query'
import { paths } from '../../../lib/navigation/paths.ts'
import { usePageNavigate } from '../../../lib/navigation/use-page-navigate.ts'
import { ignoreNotFound, messageOf } from '../../../lib/api/api-error.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { removeOwnerCache, setOwnerCache } from '../../../lib/owners/owner-queries.ts'
import { receiverKind } from '../receiver-queries.ts'
import { deletionKey, receiverKey } from '../../../lib/api/query-keys.ts'
const showError = (error: Error) => snackbar.error(messageOf(error))

/** What can be done with a receiver as a whole. */
export function useReceiverActions(receiverId: string, onDeleted: () => void) {
  const client = useQueryClient()
  const navigate = usePageNavigate()

  const activate = useMutation({
    mutationFn: () => receiverKind.activate(receiverId),
    onSuccess: async (receiver) => {
      snackbar.info('Receiver activated')
      await setOwnerCache(client, receiverKind, receiver)
    },
    onError: showError,
  })

  const deactivate = useMutation({
    mutationFn: () => receiverKind.deactivate(receiverId),
    onSuccess: async (receiver) => {
      snackbar.info('Receiver deactivated')
      await setOwnerCache(client, receiverKind, receiver)
    },
    onError: showError,
  })

  const remove = useMutation({
    mutationKey: deletionKey({ kind: 'receiver', id: receiverId }),
    mutationFn: async () => {
      // A poll in flight would answer 404.
      await client.cancelQueries({ queryKey: receiverKey(receiverId) })
      await receiverKind.remove(receiverId).catch(ignoreNotFound)
    },
    onSuccess: async () => {
      snackbar.info('Receiver deleted')
      onDeleted()
      await navigate(paths.receivers, { replace: true })
      await removeOwnerCache(client, receiverKind, receiverId)
    },
  })

  return { activate, deactivate, remove }
}

export type ReceiverActions = ReturnType<typeof useReceiverActions>
