import { Button } from '@mantine/core'
import { IconBuilding, IconKey } from '@tabler/icons-react'
import { messageOf } from '../../lib/api/api-error.ts'
import { canUsePasskeys } from '../../lib/session/can-use-passkeys.ts'
import { offersMethod } from '../../lib/session/instance.ts'
import { useCall } from '../../lib/api/use-call.ts'
import classes from './auth.module.css'
import { completeSignIn } from './complete-sign-in.ts'

async function signInWithPasskey(): Promise<unknown> {
  const passkeys = await import('../../lib/session/passkeys.ts')
  return passkeys.signInWithPasskey()
}

/** The ways in beside a password, as far as this server and this browser have them. */
export function OtherSignInMethods() {
  const hasPasskeys = canUsePasskeys()
  const hasProvider = offersMethod('oidc')
  if (!hasPasskeys && !hasProvider) return null
  return (
    <div className={classes.otherMethods}>
      {offersMethod('password') && (
        <div role="separator" className={classes.or}>
          or
        </div>
      )}
      {hasPasskeys && <PasskeyButton />}
      {hasProvider && <SingleSignOnButton />}
    </div>
  )
}

function PasskeyButton() {
  const signIn = useCall({ call: signInWithPasskey, onSuccess: () => completeSignIn() })
  return (
    <>
      {signIn.isError && (
        <div role="alert" className={classes.alert}>
          {messageOf(signIn.error)}
        </div>
      )}
      <Button
        variant="default"
        leftSection={<IconKey size={16} aria-hidden />}
        loading={signIn.isPending}
        onClick={() => signIn.start()}
      >
        Use a passkey
      </Button>
    </>
  )
}

export function SingleSignOnButton() {
  const returnUrl = new URLSearchParams(window.location.search).get('returnUrl')
  const query = returnUrl === null ? '' : `?returnUrl=${encodeURIComponent(returnUrl)}`
  return (
    <Button
      component="a"
      href={`/api/v1/auth/oidc/start${query}`}
      variant="default"
      leftSection={<IconBuilding size={16} aria-hidden />}
    >
      Continue with single sign-on
    </Button>
  )
}

/** The messages for the `problem` parameter with which a sign-in provider's callback returns. */
const messages: Record<string, string> = {
  'provider-failed': 'Single sign-on failed. Try again.',
  'provider-busy': 'Too many people on your network are signing in right now. Try again later.',
  'provider-expired': 'Single sign-on took too long or was started in another browser. Try again.',
  'provider-unconfirmed':
    'Your sign-in provider has not confirmed your email address, so it can’t be used here. Ask its administrator.',
  'provider-domain': 'This server does not accept email addresses at your domain. Ask its administrator.',
  'provider-uninvited': 'To sign up here, you need an invitation sent to the email address that your provider has.',
  'provider-closed': 'This server accepts no new accounts. Ask its administrator.',
  'provider-mismatch': 'You signed in with a different identity than this account uses. Nothing was confirmed.',
}

export const providerProblem = (): string | undefined =>
  messages[new URLSearchParams(window.location.search).get('problem') ?? '']
