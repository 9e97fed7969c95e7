import type { OperatorAccountView } from '@knockwire/domain/operator/operator'
import { TypedDeletion } from '../../../components/confirmation/typed-deletion.tsx'
import { Modal } from '../../../components/overlays/modal.tsx'
import { api } from '../../../lib/api/api-client.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { operatorPath } from '../queries.ts'
import { useAct } from '../use-act.ts'

interface DeleteDialogProps {
  account: OperatorAccountView
  opened: boolean
  onClose: () => void
}

export function DeleteDialog({ account, opened, onClose }: DeleteDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Delete this account?" closeOnClickOutside={false}>
      <DeleteForm account={account} onClose={onClose} />
    </Modal>
  )
}

function DeleteForm({ account: { id, name }, onClose }: Omit<DeleteDialogProps, 'opened'>) {
  const { act, dialog } = useAct({
    call: () => api.delete(`${operatorPath}/accounts/${id}`),
    onSuccess: () => {
      snackbar.info('The account was deleted.')
      onClose()
    },
  })
  return (
    <>
      <TypedDeletion
        expected={name}
        hint="Its tasks, receivers, notifications and histories are deleted, and a subscription that it pays for ends. This can’t be undone."
        submitLabel="Delete account"
        error={act.error}
        isDeleting={act.isPending}
        onDelete={() => act.mutate()}
        onCancel={onClose}
      />
      {dialog}
    </>
  )
}
