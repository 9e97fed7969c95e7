import { Button, Group, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Modal } from '../../components/overlays/modal.tsx'
import { EmptyState } from '../../components/ui/feedback/empty-state.tsx'
import { useAccount } from '../../lib/session/account.ts'
import { api } from '../../lib/api/api-client.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { markSignedOut } from '../../lib/session/session.ts'
import { PanelSection } from '../../components/ui/layout/panel-section.tsx'
import classes from './account.module.css'
import { useConfirmation } from '../../components/confirmation/confirm-identity.tsx'
import { hasPlans } from '../../lib/session/instance.ts'

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

/** The address is typed, so that nobody deletes an account with two clicks. */
function DeleteAccountForm({ onClose }: { onClose: () => void }) {
  const { data: account } = useAccount()
  const confirmation = useConfirmation()
  const [typed, setTyped] = useState('')
  const remove = useMutation({
    mutationFn: () => confirmation.run(() => api.delete('/api/v1/accounts/me')),
    // A new page: nothing of the account is left in this one's memory.
    onSuccess: () => {
      markSignedOut()
      window.location.replace('/signin?notice=account-deleted')
    },
  })
  const email = account?.user.email ?? ''
  const isTyped = email !== '' && typed.trim().toLowerCase() === email
  return (
    <>
      <form
        className={classes.dialog}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isTyped) remove.mutate()
        }}
      >
        <p className={classes.hint}>
          <strong>{account?.name}</strong> will be deleted with its tasks, receivers, notifications and histories, and
          everybody who works in it loses access. You may want to download its data first.
        </p>
        {remove.isError && (
          <p role="alert" className={classes.alert}>
            {messageOf(remove.error)}
          </p>
        )}
        <TextInput
          label={`Type ${email} to confirm`}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={remove.isPending}>
            Cancel
          </Button>
          <Button type="submit" color="red" disabled={!isTyped} loading={remove.isPending}>
            Delete account
          </Button>
        </Group>
      </form>
      {confirmation.dialog}
    </>
  )
}

const archivePath = '/api/v1/accounts/me/export'

/** A browser saves the archive as it comes, so that it is asked before whether it may be had. */
function DownloadArchive() {
  const confirmation = useConfirmation()
  const download = useMutation({
    mutationFn: () => confirmation.run(() => api.read('/api/v1/accounts/me/confirm')),
    onSuccess: () => window.location.assign(archivePath),
  })
  return (
    <>
      <Button
        component="a"
        href={archivePath}
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={download.isPending}
        onClick={(event) => {
          event.preventDefault()
          download.mutate()
        }}
      >
        Download archive
      </Button>
      {download.isError && (
        <p role="alert" className={classes.alert}>
          {messageOf(download.error)}
        </p>
      )}
      {confirmation.dialog}
    </>
  )
}

export function DataTab() {
  const { data: account } = useAccount()
  if (account !== undefined && account.role !== 'OWNER')
    return <EmptyState title="Only owners can export or delete an account.">Ask an owner of the account.</EmptyState>
  return <OwnersData />
}

function OwnersData() {
  const [isDeleting, dialog] = useDisclosure(false)
  return (
    <div className={classes.stack}>
      <PanelSection
        title="Export your data"
        lead="One ZIP archive with everything in your account: tasks, receivers, notifications and their full histories, as JSON lines. Stored secrets and passwords are left out."
      >
        <DownloadArchive />
      </PanelSection>
      <PanelSection
        title="Delete your account"
        lead={`Deactivates all tasks and receivers${hasPlans ? ', ends your subscription' : ''} and deletes all of your data. This can’t be undone.`}
      >
        <Button color="red" variant="light" onClick={dialog.open}>
          Delete account
        </Button>
      </PanelSection>
      <DeleteAccountDialog opened={isDeleting} onClose={dialog.close} />
    </div>
  )
}
