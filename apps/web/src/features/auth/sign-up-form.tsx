import { passwordLimits } from '@knockwire/domain/accounts/credential-rules'
import { allowedAddresses } from '@knockwire/domain/instance/instance-rules'
import { plans } from '@knockwire/domain/plans/plans'
import { Anchor, Button, TextInput } from '@mantine/core'
import { api } from '../../lib/api/api-client.ts'
import { useCallForm } from '../../lib/forms/use-call-form.ts'
import { hasPlans, instance, offersMethod } from '../../lib/session/instance.ts'
import { AuthLayout, focusOnArrival } from './auth-layout.tsx'
import classes from './auth.module.css'
import { PasswordField } from '../../components/ui/fields/password-field.tsx'
import { completeSignIn, invitationToken, maySignUp, operatorSignUpPath, siblingPath } from './complete-sign-in.ts'
import { loadCredentials } from './credentials.ts'
import { SingleSignOnButton } from './other-sign-in-methods.tsx'
import { SignedInNotice } from './signed-in-notice.tsx'

const aside = () => (
  <>
    Have an account?{' '}
    <Anchor href={siblingPath('/signin')} className={classes.inline}>
      Sign in
    </Anchor>
  </>
)

const whyNobody = {
  closed: 'This server accepts no new accounts. Ask its administrator.',
  invited: 'You need an invitation to sign up here. Open the link in its email.',
}

const operatorsAside = (
  <>
    Do you run this server?{' '}
    <Anchor href={operatorSignUpPath} className={classes.inline}>
      Sign up as its operator
    </Anchor>
  </>
)

/** What the Free plan includes, where that is what a new account has. */
const lead =
  hasPlans && instance.defaultPlan === 'FREE'
    ? `Free for ${plans.FREE.tasks} scheduled tasks. No card needed.`
    : 'Your tasks, executions and notifications.'

export function SignUpForm() {
  if (instance.signUps !== 'open' && !maySignUp())
    return (
      <AuthLayout title="Create an account" lead={whyNobody[instance.signUps]} aside={operatorsAside}>
        <Button component="a" href={siblingPath('/signin')} fullWidth>
          Sign in
        </Button>
      </AuthLayout>
    )
  return (
    <AuthLayout title="Create an account" lead={<SignedInNotice lead={lead} />} aside={aside()}>
      {offersMethod('password') && <PasswordForm />}
      {offersMethod('oidc') && <SingleSignOn />}
    </AuthLayout>
  )
}

const SingleSignOn = () => (
  <div className={classes.otherMethods}>
    {offersMethod('password') && (
      <div role="separator" className={classes.or}>
        or
      </div>
    )}
    <SingleSignOnButton />
  </div>
)

/** The address that an invitation was sent to, where the visitor comes from one. */
const invitedAddress = () => new URLSearchParams(window.location.search).get('email') ?? ''

function PasswordForm() {
  const { form, send, formProps, problem } = useCallForm({
    initialValues: { firstName: '', lastName: '', email: invitedAddress(), password: '' },
    schema: async () => (await loadCredentials()).SignUpInput,
    call: (input) =>
      api.send('/api/v1/auth/sign-up', { ...input, invitation: invitationToken() }, { onSignedOut: 'throw' }),
    onSuccess: () => completeSignIn('sign-up'),
  })
  return (
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
      <TextInput
        label="Email"
        description={instance.allowedDomains.length > 0 && `This server accepts ${allowedAddresses(instance)} only.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
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
  )
}
