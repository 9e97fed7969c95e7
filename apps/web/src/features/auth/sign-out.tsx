import { Button, Loader } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../../lib/navigation/paths.ts'
import { api } from '../../lib/api/api-client.ts'
import { isStatus, messageOf } from '../../lib/api/api-error.ts'
import { markSignedOut } from '../../lib/session/session.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { AuthLayout } from './auth-layout.tsx'
import classes from './auth.module.css'

/**
 * Whether to ask before the session is ended: the server says so where another site's page led here. Over plain HTTP browsers do
 * not say who did.
 */
const mustAsk = () => new URLSearchParams(window.location.search).has('ask') || !window.isSecureContext

/** Ends the session at once on arriving by a link of ours, else at a click, and leads to sign-in. */
export function SignOut() {
  const [isAsking, setAsking] = useState(mustAsk)
  if (!isAsking) return <EndSession />
  return (
    <AuthLayout title="Sign out?" lead="You are still signed in.">
      <div className={classes.form}>
        <Button onClick={() => setAsking(false)}>Sign out</Button>
        <Button component="a" href={paths.tasks} variant="default">
          Stay signed in
        </Button>
      </div>
    </AuthLayout>
  )
}

function EndSession() {
  const { start, isError, error } = useCall({ call: endSession, onSuccess: leave })
  const hasStarted = useRef(false)
  useEffect(() => {
    // A session ends once, however often the effect is run.
    if (hasStarted.current) return
    hasStarted.current = true
    start()
  }, [start])
  if (!isError)
    return (
      <AuthLayout title="Signing out">
        <Loader size="sm" aria-label="Signing out" />
      </AuthLayout>
    )
  return (
    <AuthLayout title="Still signed in" lead="Signing out failed. This browser is still signed in.">
      <div className={classes.form}>
        <div role="alert" className={classes.alert}>
          {messageOf(error)}
        </div>
        <Button onClick={() => start()}>Try again</Button>
        <Button component="a" href={paths.tasks} variant="default">
          Back to Tasks
        </Button>
      </div>
    </AuthLayout>
  )
}

function leave(): Promise<never> {
  markSignedOut()
  window.location.replace('/signin')
  return new Promise(() => {})
}

/** A visitor without a session is signed out already. */
async function endSession(): Promise<void> {
  try {
    await api.send('/api/v1/auth/sign-out', undefined, { onSignedOut: 'throw' })
  } catch (error) {
    if (!isStatus(error, 401)) throw error
  }
}
