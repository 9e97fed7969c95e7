import { Anchor, Button, TextInput } from '@mantine/core'
import { api } from '../../lib/api/api-client.ts'
import { useCallForm } from '../../lib/forms/use-call-form.ts'
import { offersMethod } from '../../lib/session/instance.ts'
import { AuthLayout, focusOnArrival } from './auth-layout.tsx'
import classes from './auth.module.css'
import { PasswordField } from '../../components/ui/fields/password-field.tsx'
import { OtherSignInMethods, providerProblem } from './other-sign-in-methods.tsx'
import { completeSignIn, maySignUp, siblingPath } from './complete-sign-in.ts'
import { loadCredentials } from './credentials.ts'
import { SignedInNotice } from './signed-in-notice.tsx'

const aside = () => (
  <>
    New here?{' '}
    <Anchor href={siblingPath('/signup')} className={classes.inline}>
      Create an account
    </Anchor>
  </>
)

export function SignInForm() {
  return (
    <AuthLayout
      title="Sign in"
      lead={<SignedInNotice lead="Your tasks, executions and notifications." />}
      aside={maySignUp() && aside()}
    >
      {offersMethod('password') ? <PasswordForm /> : <Messages problem={providerProblem()} />}
      <OtherSignInMethods />
    </AuthLayout>
  )
}

/** What happened before this page was opened, or while its form was sent. */
function Messages({ problem }: { problem: string | undefined }) {
  const isDeleted = new URLSearchParams(window.location.search).get('notice') === 'account-deleted'
  return (
    <>
      {isDeleted && (
        <p role="status" className={classes.hint}>
          Your account has been deleted.
        </p>
      )}
      {problem !== undefined && (
        <div role="alert" className={classes.alert}>
          {problem}
        </div>
      )}
    </>
  )
}

function PasswordForm() {
  const { form, send, formProps, problem } = useCallForm({
    initialValues: { email: '', password: '' },
    schema: async () => (await loadCredentials()).SignInInput,
    call: (input) => api.send('/api/v1/auth/sign-in', input, { onSignedOut: 'throw' }),
    onSuccess: () => completeSignIn(),
  })
  return (
    <form className={classes.form} {...formProps}>
      <Messages problem={problem ?? (send.isError ? undefined : providerProblem())} />
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        ref={focusOnArrival}
        {...form.getInputProps('email')}
      />
      <PasswordField label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
      <div className={classes.forgot}>
        <Anchor href="/forgot" className={classes.inline}>
          Forgot password?
        </Anchor>
      </div>
      <Button type="submit" loading={send.isPending}>
        Sign in
      </Button>
    </form>
  )
}
