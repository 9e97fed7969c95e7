import { passwordLimits } from '@knockwire/domain/accounts/credential-rules'
import { Anchor, Button, TextInput } from '@mantine/core'
import { api } from '../../lib/api-client.ts'
import { useCallForm } from '../../lib/form/use-call-form.ts'
import { AuthLayout, focusOnArrival } from './auth-layout.tsx'
import classes from './auth.module.css'
import { PasswordField } from '../../components/ui/password-field.tsx'
import { completeSignIn, siblingPath } from './complete-sign-in.ts'
import { loadCredentials } from './credentials.ts'
import { SignedInNotice } from './signed-in-notice.tsx'

export function SignUpForm() {
  const { form, send, formProps, problem } = useCallForm({
    initialValues: { firstName: '', lastName: '', email: '', password: '' },
    schema: async () => (await loadCredentials()).SignUpInput,
    call: (input) => api.send('/api/v1/auth/sign-up', input, { onSignedOut: 'throw' }),
    onSuccess: () => completeSignIn('sign-up'),
  })
  return (
    <AuthLayout
      title="Create an account"
      lead={<SignedInNotice lead="Free for 25 scheduled tasks. No card needed." />}
      aside={
        <>
          Have an account?{' '}
          <Anchor href={siblingPath('/signin')} className={classes.inline}>
            Sign in
          </Anchor>
        </>
      }
    >
      <form className={classes.form} {...formProps}>
        {problem !== null && (
          <div role="alert" className={classes.alert}>
            {problem}
          </div>
        )}
        <div className={classes.pair}>
          <TextInput
            label="First name"
            autoComplete="given-name"
            ref={focusOnArrival}
            {...form.getInputProps('firstName')}
          />
          <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
        </div>
        <TextInput label="Email" type="email" autoComplete="email" {...form.getInputProps('email')} />
        <PasswordField
          label="Password"
          description={`At least ${passwordLimits.min} characters. A short phrase works well.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={send.isPending}>
          Create account
        </Button>
      </form>
    </AuthLayout>
  )
}
