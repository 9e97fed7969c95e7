import { describeCondition } from '@knockwire/domain/conditions/describe'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { messageOf } from '../../../lib/api-client.ts'
import type { KeptNotification } from '../form/kept-notification.ts'
import type { NotificationOwner } from '../form/owner.ts'
import { useDeleteNotification } from '../queries.ts'

interface DeleteDialogProps {
  owner: NotificationOwner
  isDraft: boolean
  /** Null: the dialog is closed. */
  notification: KeptNotification | null
  onDeleted: (notification: KeptNotification) => void
  onClose: () => void
}

export function DeleteDialog({ owner, isDraft, notification, onDeleted, onClose }: DeleteDialogProps) {
  const remove = useDeleteNotification({ owner, isQuiet: isDraft })
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = (doomed: KeptNotification) =>
    remove.mutate(doomed.id, {
      onSuccess: () => {
        close()
        onDeleted(doomed)
      },
    })
  return (
    <ConfirmDialog
      opened={notification !== null}
      title="Delete notification"
      cancelLabel="Close"
      confirmLabel="Delete"
      isBusy={remove.isPending}
      error={remove.error ? messageOf(remove.error) : undefined}
      onCancel={close}
      onConfirm={() => notification && confirm(notification)}
    >
      {notification && <Doomed notification={notification} />} This cannot be undone.
    </ConfirmDialog>
  )
}

const Doomed = ({ notification: { recipient, rule } }: { notification: KeptNotification }) => (
  <>
    <strong>{recipient}</strong> will no longer be told
    {rule && (
      <>
        {' '}
        when: <strong>{describeCondition(rule.condition)}</strong>
      </>
    )}
    .
  </>
)
