import { AccountView } from '@knockwire/domain/accounts/account'
import { passwordLimits, ResetPasswordInput, resetCodeRules } from '@knockwire/domain/accounts/credentials'
import { Anchor, Button, Group, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api-client.ts'
import { fieldErrorsIn, messageOf } from '../../lib/api-error.ts'
import { snackbar } from '../../lib/snackbar.ts'
import { useHasOutbox } from '../../lib/use-has-outbox.ts'
import classes from './auth.module.css'
import { focusFirst, focusOnArrival, showFieldErrors } from './form-errors.ts'
import { PasswordField } from '../../components/ui/password-field.tsx'
import { useEnter } from './use-enter.ts'

interface ResetFormProps {
  email: string
  requestCode: () => Promise<unknown>
  onOtherAddress: () => void
}

export function ResetForm({ email, requestCode, onOtherAddress }: ResetFormProps) {
  const form = useForm<ResetPasswordInput>({
    initialValues: { email, otp: '', password: '' },
    validate: schemaResolver(ResetPasswordInput, { sync: true }),
  })
  const enter = useEnter()
  const hasOutbox = useHasOutbox()
  const resend = useMutation({ mutationFn: requestCode })
  const reset = useMutation({
    mutationFn: (input: ResetPasswordInput) =>
      api.post('/api/v1/auth/reset', input, AccountView, { onSignedOut: 'throw' }),
    onSuccess: (account) => {
      snackbar.info('Your password has been changed.')
      enter(account)
    },
    onError: (error) => showFieldErrors(form, error),
  })
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(
        (input) => reset.mutate(input),
        (errors) => focusFirst(form, errors),
      )}
    >
      {reset.isError && fieldErrorsIn(reset.error) === null && (
        <div role="alert" className={classes.alert}>
          {messageOf(reset.error)}
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
      <Button type="submit" loading={reset.isPending}>
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
