import { Button, Group, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { api } from '../../lib/api/api-client.ts'
import { useCallForm } from '../../lib/forms/use-call-form.ts'
import { offersMethod } from '../../lib/session/instance.ts'
import { loadFormSchemas } from '../../lib/api/schemas.ts'
import { ErrorState } from '../ui/feedback/empty-state.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import classes from './dialog-form.module.css'
import { DialogForm } from './dialog-form.tsx'
import { signInMethodsQuery } from './sign-in-methods-query.ts'
import { useEffect, useRef } from 'react'

interface ConfirmProps {
  onConfirmed: () => void
  onCancel: () => void
}

/** With what the account has: its password, else its identity at the sign-in provider. */
export function ConfirmationMethods(props: ConfirmProps) {
  const { pathname } = useLocation()
  const { data: methods, error, refetch } = useQuery(signInMethodsQuery)
  if (methods === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (methods === undefined) return <Loader size="sm" aria-label="Loading" />
  if (methods.hasPassword) return <ConfirmForm {...props} />
  if (!offersMethod('oidc')) return <NoMethod onCancel={props.onCancel} />
  return (
    <div className={classes.dialog}>
      <p className={classes.hint}>For your security, sign in with your provider again. You will return to this page.</p>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button component="a" href={`/api/v1/auth/oidc/confirm?returnUrl=${encodeURIComponent(pathname)}`}>
          Continue with single sign-on
        </Button>
      </Group>
    </div>
  )
}

/** Of a user who has no password, on a server that no longer accepts their provider. */
const NoMethod = ({ onCancel }: Pick<ConfirmProps, 'onCancel'>) => (
  <div className={classes.dialog}>
    <p className={classes.hint}>For your security, set a password first. We email you a code for it.</p>
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button component="a" href="/forgot">
        Set a password
      </Button>
    </Group>
  </div>
)

function ConfirmForm({ onConfirmed, onCancel }: ConfirmProps) {
  const field = useRef<HTMLDivElement>(null)
  // The dialog looked for its first field before this was loaded.
  useEffect(() => field.current?.querySelector('input')?.focus(), [])
  const { form, send, formProps, problem } = useCallForm({
    initialValues: { password: '' },
    schema: async () => (await loadFormSchemas()).ConfirmInput,
    call: (input) => api.send('/api/v1/accounts/me/confirm', input),
    onSuccess: onConfirmed,
  })
  return (
    <DialogForm
      formProps={formProps}
      problem={problem}
      hint="For your security, enter your password to continue."
      submitLabel="Confirm"
      isSending={send.isPending}
      onCancel={onCancel}
    >
      <div ref={field}>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
      </div>
    </DialogForm>
  )
}
