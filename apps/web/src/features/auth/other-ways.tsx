import { SignInOptionsView } from '@knockwire/domain/accounts/credentials'
import { Button, Divider } from '@mantine/core'
import { IconBuilding, IconKey } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../lib/api-client.ts'
import { messageOf } from '../../lib/api-error.ts'
import { canUsePasskeys, signInWithPasskey } from '../../lib/passkeys.ts'
import classes from './auth.module.css'
import { useEnter } from './use-enter.ts'

const optionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => api.get('/api/v1/auth/options', SignInOptionsView, { signal, onSignedOut: 'throw' }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The ways in beside a password, as far as this server and this browser have them. */
export function OtherWays() {
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
  const enter = useEnter()
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
