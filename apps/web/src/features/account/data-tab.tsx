import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { EmptyState } from '../../components/ui/feedback/empty-state.tsx'
import { useAccount } from '../../lib/session/account.ts'
import { api } from '../../lib/api/api-client.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { lazyPart } from '../../lib/navigation/lazy-part.ts'
import { PanelSection } from '../../components/ui/layout/panel-section.tsx'
import classes from './account.module.css'
import { useConfirmation } from '../../components/confirmation/confirm-identity.tsx'
import { hasPlans } from '../../lib/session/instance.ts'

const DeleteAccountDialog = lazyPart(async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog, {
  close: ({ onClose }) => onClose(),
})

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
  const [wasOpened, setWasOpened] = useState(false)
  if (isDeleting && !wasOpened) setWasOpened(true)
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
      {wasOpened && (
        <Suspense fallback={null}>
          <DeleteAccountDialog opened={isDeleting} onClose={dialog.close} />
        </Suspense>
      )}
    </div>
  )
}
