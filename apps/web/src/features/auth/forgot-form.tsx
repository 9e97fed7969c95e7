import { CodeSentView, ForgotPasswordInput } from '@knockwire/domain/accounts/credentials'
import { Anchor, Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api-client.ts'
import { messageOf } from '../../lib/api-error.ts'
import { AuthLayout } from './auth-layout.tsx'
import classes from './auth.module.css'
import { focusFirst, focusOnArrival, showFieldErrors } from './form-errors.ts'
import { ResetForm } from './reset-form.tsx'

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
  const form = useForm<ForgotPasswordInput>({
    initialValues: { email: '' },
    validate: schemaResolver(ForgotPasswordInput, { sync: true }),
  })
  const send = useMutation({
    mutationFn: requestCode,
    onSuccess: ({ email }) => onSent(email),
    onError: (error) => showFieldErrors(form, error),
  })
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(
        (input) => send.mutate(input),
        (errors) => focusFirst(form, errors),
      )}
    >
      {send.isError && (
        <div role="alert" className={classes.alert}>
          {messageOf(send.error)}
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
