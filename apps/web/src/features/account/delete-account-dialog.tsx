import { useMutation } from '@tanstack/react-query'
import { useConfirmation } from '../../components/confirmation/confirm-identity.tsx'
import { TypedDeletion } from '../../components/confirmation/typed-deletion.tsx'
import { Modal } from '../../components/overlays/modal.tsx'
import { api } from '../../lib/api/api-client.ts'
import { useAccount } from '../../lib/session/account.ts'
import { markSignedOut } from '../../lib/session/session.ts'

interface DeleteAccountDialogProps {
  opened: boolean
  onClose: () => void
}

export function DeleteAccountDialog({ opened, onClose }: DeleteAccountDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Delete your account?" closeOnClickOutside={false}>
      <DeleteAccountForm onClose={onClose} />
    </Modal>
  )
}

function DeleteAccountForm({ onClose }: { onClose: () => void }) {
  const { data: account } = useAccount()
  const confirmation = useConfirmation()
  const remove = useMutation({
    mutationFn: () => confirmation.run(() => api.delete('/api/v1/accounts/me')),
    // A new page: nothing of the account is left in this one's memory.
    onSuccess: () => {
      markSignedOut()
      window.location.replace('/signin?notice=account-deleted')
    },
  })
  return (
    <>
      <TypedDeletion
        expected={account?.user.email ?? ''}
        hint={
          <>
            <strong>{account?.name}</strong> will be deleted with its tasks, receivers, notifications and histories, and
            everyone who works in it loses access. You may want to download its data first.
          </>
        }
        submitLabel="Delete account"
        error={remove.error}
        isDeleting={remove.isPending}
        onDelete={() => remove.mutate()}
        onCancel={onClose}
      />
      {confirmation.dialog}
    </>
  )
}
