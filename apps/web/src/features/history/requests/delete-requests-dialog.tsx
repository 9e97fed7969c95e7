import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../components/ui/dialogs/confirm-dialog.tsx'
import { ignoreNotFound, messageOf } from '../../../lib/api/api-error.ts'
import { historyKey } from '../../../lib/api/query-keys.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { deleteRequests, type RequestsToDelete } from './request-queries.ts'

interface DeleteRequestsDialogProps {
  opened: boolean
  /** What was last asked to be deleted: it stays while the dialog fades. */
  requests: RequestsToDelete | null
  onClose: () => void
  onDeleted: () => void
}

/** Asks before requests are deleted, and deletes them. */
export function DeleteRequestsDialog({ opened, requests, onClose, onDeleted }: DeleteRequestsDialogProps) {
  const client = useQueryClient()
  const isAll = requests?.requestId === null
  const remove = useMutation({
    mutationFn: (requested: RequestsToDelete) => deleteRequests(requested).catch(ignoreNotFound),
    onSuccess: async (_nothing, { receiverId, requestId }) => {
      snackbar.info(requestId === null ? 'Requests deleted' : 'Request deleted')
      onClose()
      onDeleted()
      // What is shown was put together from polls, which say what is new and not what is gone.
      await client.resetQueries({ queryKey: historyKey({ kind: 'receiver', id: receiverId }) })
    },
  })
  const close = () => {
    remove.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={isAll ? 'Delete all requests?' : 'Delete request?'}
      cancelLabel="Cancel"
      confirmLabel={isAll ? 'Delete all' : 'Delete'}
      isBusy={remove.isPending}
      error={remove.error === null ? undefined : messageOf(remove.error)}
      onCancel={close}
      onConfirm={() => requests !== null && remove.mutate(requests)}
    >
      {isAll
        ? 'All requests of this receiver will be deleted, including those that the filters hide, together with their notification statuses. This can’t be undone.'
        : 'This request will be deleted, together with its notification statuses. This can’t be undone.'}
    </ConfirmDialog>
  )
}
