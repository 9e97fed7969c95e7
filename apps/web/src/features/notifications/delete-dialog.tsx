import { describeCondition } from '@knockwire/domain/conditions/describe'
import { ConfirmDialog } from '../../components/ui/dialogs/confirm-dialog.tsx'
import { messageOf } from '../../lib/api/api-error.ts'
import type { StoredNotification } from './notification-form.ts'
import { useDeleteNotification } from './notification-queries.ts'
import type { NotificationOwner } from './owner.ts'

interface DeleteDialogProps {
  owner: NotificationOwner
  isDraft: boolean
  opened: boolean
  /** Still there while the dialog fades. */
  notification: StoredNotification | null
  onClose: () => void
  /** Once it has faded. */
  onClosed: () => void
}

export function DeleteDialog({ owner, isDraft, opened, notification, onClose, onClosed }: DeleteDialogProps) {
  const remove = useDeleteNotification({ owner, isQuiet: isDraft })
  const close = () => {
    remove.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete notification"
      cancelLabel="Close"
      confirmLabel="Delete"
      isBusy={remove.isPending}
      error={remove.error ? messageOf(remove.error) : undefined}
      onCancel={close}
      onConfirm={() => notification && remove.mutate(notification.id, { onSuccess: close })}
      onClosed={onClosed}
    >
      {notification && <ItemToDelete notification={notification} />} This cannot be undone.
    </ConfirmDialog>
  )
}

const ItemToDelete = ({ notification: { recipient, rule } }: { notification: StoredNotification }) => (
  <>
    <strong>{recipient}</strong> will no longer be notified
    {rule && (
      <>
        {' '}
        when <strong>{describeCondition(rule.condition)}</strong>
      </>
    )}
    .
  </>
)
