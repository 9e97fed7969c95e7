import { describeCondition } from '@knockwire/domain/conditions/describe'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import type { KeptNotification } from '../form/kept-notification.ts'
import type { NotificationOwner } from '../form/owner.ts'
import { useDeleteNotification } from '../queries.ts'

interface DeleteDialogProps {
  owner: NotificationOwner
  isDraft: boolean
  opened: boolean
  /** Stays there while the dialog fades. */
  notification: KeptNotification | null
  onClose: () => void
  onGone: () => void
}

export function DeleteDialog({ owner, isDraft, opened, notification, onClose, onGone }: DeleteDialogProps) {
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
      onGone={onGone}
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
