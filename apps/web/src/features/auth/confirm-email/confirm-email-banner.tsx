import type { AccountView } from '@knockwire/domain/accounts/account'
import { requiresConfirmedEmail } from '@knockwire/domain/instance/instance-rules'
import { ActionIcon, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Modal } from '../../../components/overlays/modal.tsx'
import classes from '../auth.module.css'
import { instance } from '../../../lib/session/instance.ts'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'

const ConfirmEmailForm = lazyPart(async () => (await import('./confirm-email-form.tsx')).ConfirmEmailForm)

interface ConfirmEmailDialogProps {
  email: string
  opened: boolean
  onClose: () => void
}

function ConfirmEmailDialog({ email, opened, onClose }: ConfirmEmailDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Confirm your email" closeOnClickOutside={false}>
      <ConfirmEmailForm email={email} onDone={onClose} />
    </Modal>
  )
}

interface ConfirmEmailBannerProps {
  account: AccountView
  /** Whether the account has just been made. */
  isNew: boolean
}

const whatFor = requiresConfirmedEmail(instance)
  ? ' with the code that we emailed to it. Until then, you can only look around.'
  : ', so that your tasks and receivers can notify you.'

/** Asks to confirm the account's address: at once after sign-up, gently from then on. */
export function ConfirmEmailBanner({ account, isNew }: ConfirmEmailBannerProps) {
  const { canSendMail } = account.server
  const [isDialogOpen, dialog] = useDisclosure(isNew && canSendMail)
  const [isDismissed, setDismissed] = useState(false)
  if (account.isEmailVerified) return null
  return (
    <>
      {!isDismissed && (
        <aside className={classes.banner} aria-label="Confirm your email">
          <div className={classes.bannerInner}>
            <span className={classes.bannerText}>
              {canSendMail ? 'Confirm your email' : 'Your email'}
              <span className={classes.bannerEmail}>
                {' '}
                <strong>{account.user.email}</strong>
              </span>
              {canSendMail ? whatFor : ' can’t be confirmed: this server cannot send email. Ask its operator.'}
            </span>
            <span className={classes.bannerActions}>
              {canSendMail && (
                <Button variant="subtle" onClick={dialog.open}>
                  Enter code
                </Button>
              )}
              <ActionIcon aria-label="Dismiss" onClick={() => setDismissed(true)}>
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </span>
          </div>
        </aside>
      )}
      <ConfirmEmailDialog email={account.user.email} opened={isDialogOpen} onClose={dialog.close} />
    </>
  )
}
