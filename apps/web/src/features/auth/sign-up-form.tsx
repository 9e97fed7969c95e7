import { AccountView } from '@knockwire/domain/accounts/account'
import { passwordLimits, SignUpInput } from '@knockwire/domain/accounts/credentials'
import { Anchor, Button, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import { api } from '../../lib/api-client.ts'
import { useCallForm } from '../../lib/form/use-call-form.ts'
import { AuthLayout, focusOnArrival } from './auth-layout.tsx'
import classes from './auth.module.css'
import { PasswordField } from '../../components/ui/password-field.tsx'
import { useCompleteSignIn, useSiblingPath } from './complete-sign-in.ts'

export function SignUpForm() {
  const enter = useCompleteSignIn()
  const signInPath = useSiblingPath('/signin')
  const { form, send, formProps, problem } = useCallForm({
    initialValues: { firstName: '', lastName: '', email: '', password: '' },
    schema: SignUpInput,
    call: (input) => api.post('/api/v1/auth/sign-up', input, AccountView, { onSignedOut: 'throw' }),
    onSuccess: (account) => enter(account, { confirmEmail: true }),
  })
  return (
    <AuthLayout
      title="Create an account"
      lead="Free for 25 scheduled tasks. No card needed."
      aside={
        <>
          Have an account?{' '}
          <Anchor component={Link} to={signInPath} className={classes.inline}>
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
