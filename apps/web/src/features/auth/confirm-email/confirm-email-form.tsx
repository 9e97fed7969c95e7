import { VerifyCodeInput } from '@knockwire/domain/accounts/credentials'
import { Anchor, Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../lib/api/api-error.ts'
import { useHasOutbox } from '../../../lib/session/use-has-outbox.ts'
import { useVerifyEmail } from '../../../lib/session/use-verify-email.ts'
import classes from '../auth.module.css'

/** Asks for the code that was mailed to the account's address. */
export function ConfirmEmailForm({ email, onDone }: { email: string; onDone: () => void }) {
  const [otp, setOtp] = useState('')
  const [formError, setFormError] = useState<string>()
  const { verify, send: resend } = useVerifyEmail(email, onDone, 'Email confirmed')
  const hasOutbox = useHasOutbox()

  const change = (value: string) => {
    const digits = value.replaceAll(/\D/g, '').slice(0, 6)
    setOtp(digits)
    setFormError(undefined)
    verify.reset()
    // Whole, it is as good as submitted.
    if (digits.length === 6 && otp.length < 6) verify.mutate(digits)
  }
  const submit = () => {
    const parsed = VerifyCodeInput.shape.otp.safeParse(otp)
    if (parsed.success) verify.mutate(parsed.data)
    else setFormError(parsed.error.issues[0]?.message)
  }

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className={classes.hint}>
        We sent a 6-digit code to <strong>{email}</strong>. Once your address is confirmed, your tasks can notify you
        there.
      </p>
      <TextInput
        label="Code"
        className={classes.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        value={otp}
        onChange={(event) => change(event.currentTarget.value)}
        error={formError ?? (verify.isError && codeError(verify.error))}
      />
      {hasOutbox && (
        <p className={classes.hint}>
          This server delivers email to its{' '}
          <Anchor href="/dev/outbox" target="_blank" rel="noopener">
            development outbox
          </Anchor>
          .
        </p>
      )}
      <p role="status" className={classes.hint}>
        {resendText(resend)}
      </p>
      <Group justify="space-between" gap="xs">
        <Button variant="subtle" onClick={() => resend.mutate()} loading={resend.isPending}>
          Send a new code
        </Button>
        <Group gap="xs">
          <Button variant="default" onClick={onDone}>
            Later
          </Button>
          <Button type="submit" loading={verify.isPending}>
            Confirm
          </Button>
        </Group>
      </Group>
    </form>
  )
}

const codeError = (error: Error): string =>
  error instanceof ApiError ? (error.errors['newEmail'] ?? error.message) : messageOf(error)

function resendText(resend: { isSuccess: boolean; error: Error | null }): string {
  if (resend.isSuccess) return 'We sent a new code. Only the latest one works.'
  return resend.error ? messageOf(resend.error) : ''
}
