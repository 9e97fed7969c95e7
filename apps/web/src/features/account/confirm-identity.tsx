import { Button, Group, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Modal } from '../../components/overlays/modal.tsx'
import { PasswordField } from '../../components/ui/password-field.tsx'
import { api } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { loadFormSchemas } from '../../lib/schemas.ts'
import { useCallForm } from '../../lib/form/use-call-form.ts'
import classes from './account.module.css'
import { DialogForm } from './dialog-form.tsx'
import { signInMethodsQuery } from './queries.ts'

interface PendingConfirmation {
  confirmed: () => void
  cancelled: () => void
}

export interface Confirmation {
  /** Does what may need a confirmed session: asks for the password where it does, and then does it again. */
  run: <T>(action: () => Promise<T>) => Promise<T>
  /** To be rendered beside what uses it. */
  dialog: ReactNode
}

const cancelled = () =>
  new ApiError({ status: 0, code: 'CONFIRMATION_NEEDED', message: 'Nothing was changed: you did not confirm.' })

/** Before something that opens the account is changed, its owner proves again who they are. */
export function useConfirmation(): Confirmation {
  const [pending, setPending] = useState<PendingConfirmation | null>(null)
  const confirm = () =>
    new Promise<void>((resolve, reject) => {
      setPending({ confirmed: resolve, cancelled: () => reject(cancelled()) })
    })
  const run = async <T,>(action: () => Promise<T>): Promise<T> => {
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CONFIRMATION_NEEDED') throw error
      await confirm()
      return action()
    }
  }
  const finish = (outcome: keyof PendingConfirmation) => {
    pending?.[outcome]()
    setPending(null)
  }
  return {
    run,
    dialog: (
      <Modal opened={pending !== null} onClose={() => finish('cancelled')} title="Confirm it’s you">
        <ConfirmWays onConfirmed={() => finish('confirmed')} onCancel={() => finish('cancelled')} />
      </Modal>
    ),
  }
}

/** With what the account has: its password, else its identity at the sign-in provider. */
function ConfirmWays(props: ConfirmProps) {
  const { pathname } = useLocation()
  const { data: methods } = useQuery(signInMethodsQuery)
  if (methods === undefined) return <Loader size="sm" aria-label="Loading" />
  if (methods.hasPassword) return <ConfirmForm {...props} />
  return (
    <div className={classes.dialog}>
      <p className={classes.hint}>For your security, sign in at your provider again. You come back to this page.</p>
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

interface ConfirmProps {
  onConfirmed: () => void
  onCancel: () => void
}

function ConfirmForm({ onConfirmed, onCancel }: ConfirmProps) {
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
      <PasswordField
        label="Password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </DialogForm>
  )
}
