import { passwordLimits, resetCodeRules } from '@knockwire/domain/accounts/credential-rules'
import type { ForgotPasswordInput } from '@knockwire/domain/accounts/credentials'
import { Anchor, Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { PasswordField } from '../../components/ui/fields/password-field.tsx'
import { api } from '../../lib/api/api-client.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { useCallForm } from '../../lib/forms/use-call-form.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { useHasOutbox } from '../../lib/session/use-has-outbox.ts'
import { AuthLayout, focusOnArrival } from './auth-layout.tsx'
import classes from './auth.module.css'
import { completeSignIn } from './complete-sign-in.ts'
import { loadCredentials } from './credentials.ts'
import { SignedInNotice } from './signed-in-notice.tsx'

interface ResetFormProps {
  email: string
  requestCode: () => Promise<unknown>
  onOtherAddress: () => void
}

function ResetForm({ email, requestCode, onOtherAddress }: ResetFormProps) {
  const hasOutbox = useHasOutbox()
  const resend = useCall({ call: requestCode })
  const { form, send, formProps, problem } = useCallForm({
    initialValues: { email, otp: '', password: '' },
    schema: async () => (await loadCredentials()).ResetPasswordInput,
    call: (input) => api.send('/api/v1/auth/reset', input, { onSignedOut: 'throw' }),
    onSuccess: () => completeSignIn('reset'),
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
          This server delivers email to its{' '}
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
          `We email at most ${resetCodeRules.perHalfLife} codes per half hour. Every code from the last hour works.`}
        {resend.isError && messageOf(resend.error)}
      </p>
      <Group justify="space-between" gap="xs">
        <Button variant="subtle" onClick={() => resend.start()} loading={resend.isPending}>
          Send a new code
        </Button>
        <Button variant="subtle" onClick={onOtherAddress}>
          Use another address
        </Button>
      </Group>
    </form>
  )
}

// The response is not read: its schema may not have been loaded.
const requestCode = (input: ForgotPasswordInput) => api.send('/api/v1/auth/forgot', input, { onSignedOut: 'throw' })

/** First the address, then the code that was mailed to it with the new password. */
export function ForgotForm() {
  const [email, setEmail] = useState<string>()
  return (
    <AuthLayout
      title={email === undefined ? 'Forgot password' : 'Set a new password'}
      lead={
        email === undefined ? (
          <SignedInNotice lead="We’ll email you a code to set a new one." />
        ) : (
          <>
            If <strong>{email}</strong> has an account, we sent it a code of 12 letters and digits. It works for an
            hour, in any browser.
          </>
        )
      }
      aside={
        <Anchor href="/signin" className={classes.inline}>
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
    initialValues: { email: new URLSearchParams(window.location.search).get('email') ?? '' },
    schema: async () => (await loadCredentials()).ForgotPasswordInput,
    call: requestCode,
    onSuccess: (_sent, { email }) => onSent(email),
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
