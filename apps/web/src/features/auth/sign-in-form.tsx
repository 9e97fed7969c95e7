import { AccountView } from '@knockwire/domain/accounts/account'
import { SignInInput } from '@knockwire/domain/accounts/credentials'
import { Anchor, Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { api } from '../../lib/api-client.ts'
import { messageOf } from '../../lib/api-error.ts'
import { AuthLayout } from './auth-layout.tsx'
import classes from './auth.module.css'
import { focusFirst, focusOnArrival, showFieldErrors } from './form-errors.ts'
import { PasswordField } from '../../components/ui/password-field.tsx'
import { OtherSignInMethods, providerProblem } from './other-sign-in-methods.tsx'
import { useCompleteSignIn, useSiblingPath } from './complete-sign-in.ts'

export function SignInForm() {
  const form = useForm<SignInInput>({
    initialValues: { email: '', password: '' },
    validate: schemaResolver(SignInInput, { sync: true }),
  })
  const enter = useCompleteSignIn()
  const [params] = useSearchParams()
  const signUpPath = useSiblingPath('/signup')
  const signIn = useMutation({
    mutationFn: (input: SignInInput) => api.post('/api/v1/auth/sign-in', input, AccountView, { onSignedOut: 'throw' }),
    onSuccess: (account) => enter(account),
    onError: (error) => showFieldErrors(form, error),
  })
  const problem = signIn.isError ? messageOf(signIn.error) : providerProblem(params)
  return (
    <AuthLayout
      title="Sign in"
      lead="Your tasks, runs and notifications."
      aside={
        <>
          New here?{' '}
          <Anchor component={Link} to={signUpPath} className={classes.inline}>
            Create an account
          </Anchor>
        </>
      }
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(
          (input) => signIn.mutate(input),
          (errors) => focusFirst(form, errors),
        )}
      >
        {params.get('notice') === 'account-deleted' && (
          <p role="status" className={classes.hint}>
            Your account has been deleted.
          </p>
        )}
        {problem !== undefined && (
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
        <PasswordField label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
        <div className={classes.forgot}>
          <Anchor component={Link} to="/forgot" className={classes.inline}>
            Forgot password?
          </Anchor>
        </div>
        <Button type="submit" loading={signIn.isPending}>
          Sign in
        </Button>
      </form>
      <OtherSignInMethods />
    </AuthLayout>
  )
}
