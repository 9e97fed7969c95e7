import { Button, Loader } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../lib/api-client.ts'
import { isStatus, messageOf } from '../../lib/api-error.ts'
import { markSignedOut } from '../../lib/session.ts'
import { AuthLayout } from './auth-layout.tsx'
import classes from './auth.module.css'

/** Ends the session at once on arriving, and leads to sign-in. */
export function SignOut() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const leave = () => {
    markSignedOut()
    client.clear()
    void navigate('/signin', { replace: true })
  }
  const { mutate, isError, error } = useMutation({
    mutationFn: endSession,
    onSuccess: leave,
  })
  const hasStarted = useRef(false)
  useEffect(() => {
    // A session ends once, however often the effect is run.
    if (hasStarted.current) return
    hasStarted.current = true
    mutate()
  }, [mutate])
  if (!isError)
    return (
      <AuthLayout title="Signing out">
        <Loader size="sm" aria-label="Signing out" />
      </AuthLayout>
    )
  return (
    <AuthLayout title="Still signed in" lead="Signing out did not go through, so this browser keeps its session.">
      <div className={classes.form}>
        <div role="alert" className={classes.alert}>
          {messageOf(error)}
        </div>
        <Button onClick={() => mutate()}>Try again</Button>
        <Button component={Link} to="/dashboard/tasks" variant="default">
          Back to Tasks
        </Button>
      </div>
    </AuthLayout>
  )
}

/** A visitor without a session is signed out already. */
async function endSession(): Promise<void> {
  try {
    await api.send('/api/v1/auth/sign-out', undefined, { onSignedOut: 'throw' })
  } catch (error) {
    if (!isStatus(error, 401)) throw error
  }
}
