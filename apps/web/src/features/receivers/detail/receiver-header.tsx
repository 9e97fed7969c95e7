import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { useState } from 'react'
import { BackLink } from '../../../components/ui/back-link.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { PageHeader } from '../../../components/ui/page-header.tsx'
import { StatusMenu } from '../../../components/ui/status-menu.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { middleCut } from '../../../lib/format.ts'
import { receiversPath } from '../receiver-path.ts'
import type { ReceiverActions } from './use-receiver-actions.ts'

interface ReceiverHeaderProps {
  receiver: ReceiverView
  actions: ReceiverActions
}

export function ReceiverHeader({ receiver, actions }: ReceiverHeaderProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { activate, deactivate, remove } = actions
  const ask = () => {
    remove.reset()
    setIsAsking(true)
  }
  return (
    <>
      <PageHeader
        title={receiver.name}
        before={<BackLink to={receiversPath} place="Receivers" />}
        actions={
          <StatusMenu
            isActive={receiver.status === 'ACTIVE'}
            isBusy={activate.isPending || deactivate.isPending}
            onActivate={() => activate.mutate()}
            onDeactivate={() => deactivate.mutate()}
            onDelete={ask}
          />
        }
      />
      <ConfirmDialog
        opened={isAsking}
        title="Delete receiver"
        cancelLabel="Cancel"
        confirmLabel="Delete"
        isBusy={remove.isPending}
        error={remove.error === null ? undefined : messageOf(remove.error)}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        “{middleCut(receiver.name, 80)}” will be deleted with its URL, history and notifications. This cannot be undone.
      </ConfirmDialog>
    </>
  )
}
