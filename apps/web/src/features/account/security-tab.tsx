import type { AccountView } from '@knockwire/domain/accounts/account'
import { passwordLimits } from '@knockwire/domain/accounts/credential-rules'
import type { ChangePasswordInput } from '@knockwire/domain/accounts/security'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ErrorState } from '../../components/ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../components/ui/feedback/skeleton-rows.tsx'
import { PasswordField } from '../../components/ui/fields/password-field.tsx'
import { setAccountCache } from '../../lib/session/account.ts'
import { api } from '../../lib/api/api-client.ts'
import { schemaOf, loadFormSchemas } from '../../lib/api/schemas.ts'
import { useCallForm } from '../../lib/forms/use-call-form.ts'
import { offersMethod } from '../../lib/session/instance.ts'
import { snackbar } from '../../lib/browser/snackbar.ts'
import { PanelSection } from '../../components/ui/layout/panel-section.tsx'
import classes from './account.module.css'
import { useConfirmation } from '../../components/confirmation/confirm-identity.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { signInMethodsQuery } from '../../components/confirmation/sign-in-methods-query.ts'
import { sessionsQuery } from './queries.ts'
import { SessionsSection } from './sessions-section.tsx'

export function PasswordSection() {
  const { data: methods, error, refetch } = useQuery(signInMethodsQuery)
  if (methods === undefined)
    return (
      <PanelSection title="Password">
        {error === null ? (
          <SkeletonRows label="Loading your ways to sign in…" rows={1} />
        ) : (
          <ErrorState title="Your ways to sign in could not be loaded." error={error} onRetry={() => void refetch()} />
        )}
      </PanelSection>
    )
  const { hasPassword } = methods
  return (
    <PanelSection
      title="Password"
      lead={
        hasPassword
          ? 'Changing it signs out every other browser.'
          : 'You sign in without a password. Set one as another way to sign in.'
      }
    >
      <PasswordForm key={String(hasPassword)} hasPassword={hasPassword} />
    </PanelSection>
  )
}

function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const client = useQueryClient()
  const confirmation = useConfirmation()
  const { form, send, formProps, problem } = useCallForm<ChangePasswordInput, AccountView>({
    initialValues: hasPassword ? { currentPassword: '', newPassword: '' } : { newPassword: '' },
    schema: async () => (await loadFormSchemas()).ChangePasswordInput,
    call: (input) => confirmation.run(() => api.post('/api/v1/accounts/me/password', input, schemaOf('AccountView'))),
    onSuccess: (account) => {
      form.reset()
      setAccountCache(client, account)
      snackbar.info('Your password has been changed.')
      for (const { queryKey } of [sessionsQuery, signInMethodsQuery]) void client.invalidateQueries({ queryKey })
    },
  })
  return (
    <>
      <form className={classes.form} {...formProps}>
        {problem !== null && (
          <p role="alert" className={classes.alert}>
            {problem}
          </p>
        )}
        {hasPassword && (
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
        )}
        <PasswordField
          label="New password"
          description={`At least ${passwordLimits.min} characters. A short phrase works well.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
        />
        <Button type="submit" loading={send.isPending}>
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
      </form>
      {confirmation.dialog}
    </>
  )
}

export function SecurityTab() {
  return (
    <div className={classes.stack}>
      {offersMethod('password') && <PasswordSection />}
      {offersMethod('passkey') && <PasskeysSection />}
      <SessionsSection />
    </div>
  )
}
