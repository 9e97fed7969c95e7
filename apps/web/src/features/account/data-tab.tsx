import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { AccountSection } from './account-section.tsx'
import classes from './account.module.css'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

export function DataTab() {
  const [isDeleting, dialog] = useDisclosure(false)
  return (
    <div className={classes.stack}>
      <AccountSection
        title="Export your data"
        lead="One ZIP archive with everything in your account: tasks, receivers, notifications and their whole histories, as JSON lines. Stored secrets and passwords are left out."
      >
        <Button
          component="a"
          href="/api/v1/accounts/me/export"
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download archive
        </Button>
      </AccountSection>
      <AccountSection
        title="Delete your account"
        lead="Stops all tasks, turns off all receivers, ends your subscription and deletes everything that is stored. This can’t be undone."
      >
        <Button color="red" variant="light" onClick={dialog.open}>
          Delete account
        </Button>
      </AccountSection>
      <DeleteAccountDialog opened={isDeleting} onClose={dialog.close} />
    </div>
  )
}
