import type { AccountView } from '@knockwire/domain/accounts/account'
import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormModal, useUnsavedForm } from '../../components/overlays/form-modal.tsx'
import { ErrorState } from '../../components/ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../components/ui/feedback/skeleton-rows.tsx'
import { setAccountCache, useAccount } from '../../lib/session/account.ts'
import { api } from '../../lib/api/api-client.ts'
import { schemaOf, loadFormSchemas } from '../../lib/api/schemas.ts'
import { fieldErrorsIn, messageOf } from '../../lib/api/api-error.ts'
import { useCallForm } from '../../lib/forms/use-call-form.ts'
import { snackbar } from '../../lib/browser/snackbar.ts'
import { useUnsavedWork } from '../../lib/editing/unsaved-work.ts'
import { PanelSection } from '../../components/ui/layout/panel-section.tsx'
import classes from './account.module.css'
import { useConfirmation } from '../../components/confirmation/confirm-identity.tsx'
import { DialogForm } from '../../components/confirmation/dialog-form.tsx'

interface ChangeEmailDialogProps {
  account: AccountView
  opened: boolean
  onClose: () => void
}

export function ChangeEmailDialog({ account, opened, onClose }: ChangeEmailDialogProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title="Change email" closeOnClickOutside={false}>
      <ChangeEmail account={account} onClose={onClose} />
    </FormModal>
  )
}

/** First the address, then the code that was mailed to it, unless it is confirmed already. */
function ChangeEmail({ account, onClose }: { account: AccountView; onClose: () => void }) {
  const client = useQueryClient()
  const confirmation = useConfirmation()
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const change = useMutation({
    mutationFn: (email: string) =>
      confirmation.run(() => api.post('/api/v1/accounts/me/email', { email }, schemaOf('AccountView'))),
    onSuccess: (changed) => {
      setAccountCache(client, changed)
      snackbar.info('Your email address has been changed.')
      onClose()
    },
  })
  // Its form is busy until this is done, too.
  const changeTo = (email: string) => change.mutateAsync(email).catch(() => {})
  return (
    <>
      {change.isError && (
        <p role="alert" className={classes.alert}>
          {fieldErrorsIn(change.error)?.['email'] ?? messageOf(change.error)}
        </p>
      )}
      {unconfirmed === undefined ? (
        <AddressForm
          current={account.user.email}
          isConfirmed={(email) => account.verifiedEmails.includes(email)}
          onConfirmed={changeTo}
          onCodeSent={setUnconfirmed}
          onCancel={onClose}
        />
      ) : (
        <CodeForm
          email={unconfirmed}
          onConfirmed={(confirmed) => {
            setAccountCache(client, confirmed)
            return changeTo(unconfirmed)
          }}
          onCancel={onClose}
        />
      )}
      {confirmation.dialog}
    </>
  )
}

const unchangedEmail = 'Your email address is not changed yet. What you typed will be lost.'

interface AddressFormProps {
  current: string
  isConfirmed: (email: string) => boolean
  onConfirmed: (email: string) => Promise<unknown>
  onCodeSent: (email: string) => void
  onCancel: () => void
}

function AddressForm({ current, isConfirmed, onConfirmed, onCodeSent, onCancel }: AddressFormProps) {
  const { form, send, formProps } = useCallForm({
    initialValues: { email: '' },
    schema: async () =>
      (await loadFormSchemas()).ChangeEmailInput.refine(({ email }) => email !== current, {
        path: ['email'],
        message: 'This is already your address.',
      }),
    only: { field: 'email', serverName: 'newEmail' },
    call: async ({ email: typed }) => {
      const email = typed.trim().toLowerCase()
      if (isConfirmed(email)) return void (await onConfirmed(email))
      await api.send('/api/v1/accounts/me/send_email_validation_code', { email })
      onCodeSent(email)
    },
  })
  useUnsavedForm(form.isDirty() ? unchangedEmail : null)
  return (
    <DialogForm
      formProps={formProps}
      problem={null}
      submitLabel="Continue"
      isSending={send.isPending}
      onCancel={onCancel}
    >
      <TextInput label="New email" type="email" autoComplete="email" data-autofocus {...form.getInputProps('email')} />
    </DialogForm>
  )
}

interface CodeFormProps {
  email: string
  onConfirmed: (account: AccountView) => Promise<unknown>
  onCancel: () => void
}

function CodeForm({ email, onConfirmed, onCancel }: CodeFormProps) {
  const { form, send, formProps } = useCallForm({
    initialValues: { otp: '' },
    schema: async () => (await loadFormSchemas()).VerifyCodeInput.pick({ otp: true }),
    only: { field: 'otp', serverName: 'newEmail' },
    call: ({ otp }) =>
      api.post('/api/v1/accounts/me/verify_email_validation_code', { email, otp }, schemaOf('AccountView')),
    onSuccess: onConfirmed,
  })
  // Another code would have to be requested.
  useUnsavedForm(unchangedEmail)
  return (
    <DialogForm
      formProps={formProps}
      problem={null}
      hint={
        <>
          We sent a 6-digit code to <strong>{email}</strong>.
        </>
      }
      submitLabel="Change email"
      isSending={send.isPending}
      onCancel={onCancel}
    >
      <TextInput
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        {...form.getInputProps('otp')}
      />
    </DialogForm>
  )
}

export function ProfileTab() {
  const { data: account, error, refetch } = useAccount()
  const [isChanging, dialog] = useDisclosure(false)
  if (account === undefined && error !== null) {
    return <ErrorState title="Your profile could not be loaded." error={error} onRetry={() => void refetch()} />
  }
  if (account === undefined) return <SkeletonRows label="Loading your profile…" rows={3} />
  return (
    <div className={classes.stack}>
      <PanelSection title="Name" lead="Your first name is shown in the menu.">
        <NameForm user={account.user} />
      </PanelSection>
      <PanelSection
        title="Email"
        lead="You sign in with this address, and emails about your account are sent to it."
        action={
          <Button variant="default" onClick={dialog.open}>
            Change email
          </Button>
        }
      >
        <p className={classes.itemName}>{account.user.email}</p>
      </PanelSection>
      <ChangeEmailDialog account={account} opened={isChanging} onClose={dialog.close} />
    </div>
  )
}

function NameForm({ user }: { user: AccountView['user'] }) {
  const client = useQueryClient()
  const { form, send, formProps, problem } = useCallForm({
    initialValues: { firstName: user.firstName, lastName: user.lastName },
    schema: async () => (await loadFormSchemas()).UpdateProfileInput,
    call: (input) => api.post('/api/v1/accounts/me/profile', input, schemaOf('AccountView')),
    staysOpen: true,
    onSuccess: (account) => {
      setAccountCache(client, account)
      snackbar.info('Your name has been changed.')
    },
  })
  useUnsavedWork(form.isDirty(), 'Your name is not saved. The change will be lost.')
  return (
    <form className={classes.form} {...formProps}>
      {problem !== null && (
        <p role="alert" className={classes.alert}>
          {problem}
        </p>
      )}
      <TextInput label="First name" autoComplete="given-name" {...form.getInputProps('firstName')} />
      <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
      <Button type="submit" loading={send.isPending}>
        Save name
      </Button>
    </form>
  )
}
