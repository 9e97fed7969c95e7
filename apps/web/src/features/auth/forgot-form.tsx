import { AccountView } from '@knockwire/domain/accounts/account'
import {
  CodeSentView,
  ForgotPasswordInput,
  passwordLimits,
  resetCodeRules,
  ResetPasswordInput,
} from '@knockwire/domain/accounts/credentials'
import { Anchor, Button, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { PasswordField } from '../../components/ui/password-field.tsx'
import { api } from '../../lib/api-client.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useCallForm } from '../../lib/form/use-call-form.ts'
import { snackbar } from '../../lib/snackbar.ts'
import { useHasOutbox } from '../../lib/use-verify-email.ts'
import { AuthLayout, focusOnArrival } from './auth-layout.tsx'
import classes from './auth.module.css'
import { useCompleteSignIn } from './complete-sign-in.ts'

interface ResetFormProps {
  email: string
  requestCode: () => Promise<unknown>
  onOtherAddress: () => void
}

export function ResetForm({ email, requestCode, onOtherAddress }: ResetFormProps) {
  const enter = useCompleteSignIn()
  const hasOutbox = useHasOutbox()
  const resend = useMutation({ mutationFn: requestCode })
  const { form, send, formProps, problem } = useCallForm({
    initialValues: { email, otp: '', password: '' },
    schema: ResetPasswordInput,
    call: (input) => api.post('/api/v1/auth/reset', input, AccountView, { onSignedOut: 'throw' }),
    onSuccess: (account) => {
      snackbar.info('Your password has been changed.')
      enter(account)
    },
  })
  return (
    <form className={classes.form} {...formProps}>
      {problem !== null && (
        <div role="alert" className={classes.alert}>
          {problem}
        </div>
      )}
      {/* For password managers, which would take the code for the name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextInput
        label="Code"
        className={classes.code}
        placeholder="XXXX-XXXX-XXXX"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        ref={focusOnArrival}
        {...form.getInputProps('otp')}
      />
      {hasOutbox && (
        <p className={classes.hint}>
          This server delivers mail to its{' '}
          <Anchor href="/dev/outbox" target="_blank" rel="noopener">
            development outbox
          </Anchor>
          .
        </p>
      )}
      <PasswordField
        label="New password"
        description={`At least ${passwordLimits.min} characters. A short phrase works well.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <Button type="submit" loading={send.isPending}>
        Set new password
      </Button>
      <p role="status" className={classes.hint}>
        {resend.isSuccess &&
          `We email at most ${resetCodeRules.perHalfLife} codes in half an hour. Any of the last hour works, older ones too.`}
        {resend.isError && messageOf(resend.error)}
      </p>
      <Group justify="space-between" gap="xs">
        <Button variant="subtle" onClick={() => resend.mutate()} loading={resend.isPending}>
          Send a new code
        </Button>
        <Button variant="subtle" onClick={onOtherAddress}>
          Use another address
        </Button>
      </Group>
    </form>
  )
}

const requestCode = (input: ForgotPasswordInput) =>
  api.post('/api/v1/auth/forgot', input, CodeSentView, { onSignedOut: 'throw' })

/** First the address, then the code that was mailed to it with the new password. */
export function ForgotForm() {
  const [email, setEmail] = useState<string>()
  return (
    <AuthLayout
      title={email === undefined ? 'Forgot password' : 'Set a new password'}
      lead={
        email === undefined ? (
          'We’ll email you a code to set a new one.'
        ) : (
          <>
            If <strong>{email}</strong> has an account, we sent a code of 12 letters and digits to it. It works for an
            hour, in any browser.
          </>
        )
      }
      aside={
        <Anchor component={Link} to="/signin" className={classes.inline}>
          Back to sign in
        </Anchor>
      }
    >
      {email === undefined ? (
        <AddressForm onSent={setEmail} />
      ) : (
        <ResetForm
          email={email}
          requestCode={() => requestCode({ email })}
          onOtherAddress={() => setEmail(undefined)}
        />
      )}
    </AuthLayout>
  )
}

function AddressForm({ onSent }: { onSent: (email: string) => void }) {
  const { form, send, formProps, problem } = useCallForm({
    initialValues: { email: '' },
    schema: ForgotPasswordInput,
    call: requestCode,
    onSuccess: ({ email }) => onSent(email),
  })
  return (
    <form className={classes.form} {...formProps}>
      {problem !== null && (
        <div role="alert" className={classes.alert}>
          {problem}
        </div>
      )}
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        ref={focusOnArrival}
        {...form.getInputProps('email')}
      />
      <Button type="submit" loading={send.isPending}>
        Email me a code
      </Button>
    </form>
  )
}
