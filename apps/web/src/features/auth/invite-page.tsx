import type { InvitationPreview } from '@knockwire/domain/accounts/member'
import { asRole } from '@knockwire/domain/accounts/role-rules'
import { Button, Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import { paths } from '../../lib/navigation/paths.ts'
import { api } from '../../lib/api/api-client.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { instance } from '../../lib/session/instance.ts'
import { schemaOf } from '../../lib/api/schemas.ts'
import { rememberSignedIn } from '../../lib/session/sign-in-memory.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { AuthLayout } from './auth-layout.tsx'
import classes from './auth.module.css'

/** Behind the `#`, which is sent to no server. */
const tokenInAddress = () => window.location.hash.slice(1)

const thisPage = () => `returnUrl=${encodeURIComponent(`/invite${window.location.hash}`)}`

type State = { invitation: InvitationPreview } | { problem: string } | null

function useInvitation(): State {
  const [state, setState] = useState<State>(null)
  useEffect(() => {
    const left = new AbortController()
    const options = { signal: left.signal, onSignedOut: 'throw' } as const
    api.post('/api/v1/invitations/preview', { token: tokenInAddress() }, schemaOf('InvitationPreview'), options).then(
      (invitation) => setState({ invitation }),
      (error: unknown) => left.signal.aborted || setState({ problem: messageOf(error) }),
    )
    return () => left.abort()
  }, [])
  return state
}

/** What an invitation's link opens: who invites to what, and the way in, for a member, a visitor and somebody new. */
export function InvitePage() {
  const state = useInvitation()
  if (state === null)
    return (
      <AuthLayout title="Invitation">
        <Loader size="sm" aria-label="Loading the invitation" />
      </AuthLayout>
    )
  if ('problem' in state)
    return (
      <AuthLayout title="Invitation" lead="Ask the person who invited you for a new one.">
        <div className={classes.form}>
          <div role="alert" className={classes.alert}>
            {state.problem}
          </div>
          <Button component="a" href={paths.dashboard} variant="default">
            Go to Knockwire
          </Button>
        </div>
      </AuthLayout>
    )
  const { invitation } = state
  return (
    <AuthLayout
      title={`Join ${invitation.account}`}
      lead={`${invitation.invitedBy} invites you to work in this account as ${asRole[invitation.role]}.`}
    >
      {invitation.signedIn === null ? <Visitor email={invitation.email} /> : <Accept invitation={invitation} />}
    </AuthLayout>
  )
}

/** Who has an invitation may sign up, unless nobody may. */
const isOpenToNew = instance.signUps !== 'closed'

const Visitor = ({ email }: { email: string }) => (
  <div className={classes.form}>
    <p className={classes.hint}>
      The invitation was sent to {email}. {isOpenToNew ? 'Sign in or create an account' : 'Sign in'} to accept it.
    </p>
    <Button component="a" href={`/signin?${thisPage()}`}>
      Sign in
    </Button>
    {isOpenToNew && (
      <Button component="a" href={`/signup?${thisPage()}&email=${encodeURIComponent(email)}`} variant="default">
        Create an account
      </Button>
    )}
  </div>
)

function Accept({ invitation: { account, signedIn } }: { invitation: InvitationPreview }) {
  const { start, isPending, isError, error } = useCall({
    call: () => api.send('/api/v1/invitations/accept', { token: tokenInAddress() }, { onSignedOut: 'throw' }),
    onSuccess: () => {
      rememberSignedIn(true)
      window.location.replace(paths.dashboard)
      return new Promise<never>(() => {})
    },
  })
  return (
    <div className={classes.form}>
      {isError && (
        <div role="alert" className={classes.alert}>
          {messageOf(error)}
        </div>
      )}
      <p className={classes.hint}>
        You are signed in as {signedIn?.email}.
        {signedIn?.isMember === true && ' You are a member of this account already.'}
      </p>
      <Button loading={isPending} onClick={() => start()}>
        Join {account}
      </Button>
      <Button component="a" href={`/signin?${thisPage()}`} variant="default">
        Sign in as someone else
      </Button>
    </div>
  )
}
