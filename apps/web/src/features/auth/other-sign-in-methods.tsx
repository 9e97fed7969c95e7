import { SignInOptionsView } from '@knockwire/domain/accounts/credentials'
import { Button, Divider } from '@mantine/core'
import { IconBuilding, IconKey } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../lib/api-client.ts'
import { messageOf } from '../../lib/api-error.ts'
import { canUsePasskeys, signInWithPasskey } from '../../lib/passkeys.ts'
import classes from './auth.module.css'
import { useCompleteSignIn } from './complete-sign-in.ts'

const optionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => api.get('/api/v1/auth/options', SignInOptionsView, { signal, onSignedOut: 'throw' }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The ways in beside a password, as far as this server and this browser have them. */
export function OtherSignInMethods() {
  const { data: options } = useQuery(optionsQuery)
  const hasPasskeys = canUsePasskeys()
  if (!hasPasskeys && !options?.isOidcConfigured) return null
  return (
    <div className={classes.otherWays}>
      <Divider label="or" />
      {hasPasskeys && <PasskeyButton />}
      {options?.isOidcConfigured && <SingleSignOnButton />}
    </div>
  )
}

function PasskeyButton() {
  const enter = useCompleteSignIn()
  const signIn = useMutation({ mutationFn: signInWithPasskey, onSuccess: (account) => enter(account) })
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
        onClick={() => signIn.mutate()}
      >
        Use a passkey
      </Button>
    </>
  )
}

function SingleSignOnButton() {
  const [params] = useSearchParams()
  const returnUrl = params.get('returnUrl')
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
  'provider-failed': 'Signing in with single sign-on did not work. Please try again.',
  'provider-busy': 'Too many people on your network are signing in just now. Please try again later.',
  'provider-expired': 'That took too long, or was started in another browser. Please try again.',
  'provider-unconfirmed':
    'Your sign-in provider has not confirmed your email address, so it can’t be used here. Ask its administrator.',
  'provider-mismatch': 'That was not the identity that this account signs in with, so nothing was confirmed.',
}

export const providerProblem = (params: URLSearchParams): string | undefined => messages[params.get('problem') ?? '']
