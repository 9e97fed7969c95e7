import { Button, Divider } from '@mantine/core'
import { IconBuilding, IconKey } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api-client.ts'
import { messageOf } from '../../lib/api-error.ts'
import { canUsePasskeys } from '../../lib/can-use-passkeys.ts'
import { retryCall } from '../../lib/retry-call.ts'
import { useCall } from '../../lib/use-call.ts'
import classes from './auth.module.css'
import { completeSignIn } from './complete-sign-in.ts'

/** False until it is known. */
function useIsOidcConfigured(): boolean {
  const [isConfigured, setConfigured] = useState(false)
  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    // Tried until it succeeds: an account may have no password, and single sign-on as its only way in.
    retryCall(() => api.read('/api/v1/auth/options', { signal, onSignedOut: 'throw' }), signal).then(
      (options) => setConfigured(isObject(options) && options['isOidcConfigured'] === true),
      // The page was left.
      () => {},
    )
    return () => left.abort()
  }, [])
  return isConfigured
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

async function signInWithPasskey(): Promise<unknown> {
  const passkeys = await import('../../lib/passkeys.ts')
  return passkeys.signInWithPasskey()
}

/** The ways in beside a password, as far as this server and this browser have them. */
export function OtherSignInMethods() {
  const isOidcConfigured = useIsOidcConfigured()
  const hasPasskeys = canUsePasskeys()
  if (!hasPasskeys && !isOidcConfigured) return null
  return (
    <div className={classes.otherWays}>
      <Divider label="or" />
      {hasPasskeys && <PasskeyButton />}
      {isOidcConfigured && <SingleSignOnButton />}
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

function SingleSignOnButton() {
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
  'provider-mismatch': 'You signed in with a different identity than this account uses. Nothing was confirmed.',
}

export const providerProblem = (params: URLSearchParams): string | undefined => messages[params.get('problem') ?? '']
