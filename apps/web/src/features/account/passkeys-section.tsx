import type { PasskeyView } from '@knockwire/domain/accounts/passkey'
import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormModal, useUnsavedForm } from '../../components/overlays/form-modal.tsx'
import { ConfirmDialog } from '../../components/ui/dialogs/confirm-dialog.tsx'
import { ErrorState } from '../../components/ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../components/ui/feedback/relative-time.tsx'
import { SkeletonRows } from '../../components/ui/feedback/skeleton-rows.tsx'
import { api } from '../../lib/api/api-client.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { loadFormSchemas } from '../../lib/api/schemas.ts'
import { useCallForm } from '../../lib/forms/use-call-form.ts'
import { canUsePasskeys } from '../../lib/session/can-use-passkeys.ts'
import { createPasskey } from '../../lib/session/passkeys.ts'
import { snackbar } from '../../lib/browser/snackbar.ts'
import { PanelSection, Tag } from '../../components/ui/layout/panel-section.tsx'
import classes from './account.module.css'
import { useConfirmation } from '../../components/confirmation/confirm-identity.tsx'
import { DialogForm } from '../../components/confirmation/dialog-form.tsx'
import { signInMethodsQuery } from '../../components/confirmation/sign-in-methods-query.ts'
import { passkeysQuery } from './queries.ts'
import { browserName } from './sessions-section.tsx'

interface AddPasskeyDialogProps {
  opened: boolean
  onClose: () => void
}

function AddPasskeyDialog({ opened, onClose }: AddPasskeyDialogProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title="Add a passkey" closeOnClickOutside={false}>
      <AddPasskeyForm onClose={onClose} />
    </FormModal>
  )
}

function AddPasskeyForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const confirmation = useConfirmation()
  const { form, send, formProps, problem } = useCallForm({
    initialValues: { name: browserName(window.navigator.userAgent) },
    schema: async () => (await loadFormSchemas()).AddPasskeyInput.pick({ name: true }),
    call: ({ name }) => confirmation.run(() => createPasskey(name)),
    onSuccess: () => {
      snackbar.info('Passkey added')
      onClose()
      for (const { queryKey } of [passkeysQuery, signInMethodsQuery]) void client.invalidateQueries({ queryKey })
    },
  })
  useUnsavedForm(form.isDirty() ? 'The passkey that you are adding is not saved. Its name will be lost.' : null)
  return (
    <>
      <DialogForm
        formProps={formProps}
        problem={problem}
        submitLabel="Continue"
        isSending={send.isPending}
        onCancel={onClose}
      >
        <TextInput
          label="Name"
          description="A name, such as “Work laptop”."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
      </DialogForm>
      {confirmation.dialog}
    </>
  )
}

export function PasskeysSection() {
  const { data, error, refetch } = useQuery(passkeysQuery)
  const [isAdding, dialog] = useDisclosure(false)
  const [removed, setRemoved] = useState<PasskeyView>()
  const lead = canUsePasskeys()
    ? 'Sign in with your fingerprint, face or screen lock instead of your password.'
    : 'This browser can’t use passkeys at this address.'
  return (
    <PanelSection
      title="Passkeys"
      lead={lead}
      action={canUsePasskeys() && <Button onClick={dialog.open}>Add passkey</Button>}
    >
      {data === undefined && !error && <SkeletonRows label="Loading passkeys…" rows={1} />}
      {data === undefined && error && (
        <ErrorState title="Your passkeys could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data?.results.length === 0 && <p className={classes.hint}>You have no passkeys yet.</p>}
      {data && data.results.length > 0 && (
        <ul className={classes.list} aria-label="Passkeys">
          {data.results.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </ul>
      )}
      <AddPasskeyDialog opened={isAdding} onClose={dialog.close} />
      <RemovePasskey passkey={removed} onClose={() => setRemoved(undefined)} />
    </PanelSection>
  )
}

function PasskeyItem({ passkey, onRemove }: { passkey: PasskeyView; onRemove: () => void }) {
  return (
    <li className={classes.item}>
      <div className={classes.itemText}>
        <p className={classes.itemName}>
          {passkey.name}
          {passkey.isBackedUp && <Tag>Synced</Tag>}
        </p>
        <p className={classes.itemMeta}>
          <span>
            Added <RelativeTime at={passkey.createdAt} />
          </span>
          <span>
            {passkey.lastUsedAt === null ? (
              'Never used'
            ) : (
              <>
                Last used <RelativeTime at={passkey.lastUsedAt} />
              </>
            )}
          </span>
        </p>
      </div>
      <Button variant="default" onClick={onRemove} aria-label={`Remove ${passkey.name}`}>
        Remove
      </Button>
    </li>
  )
}

function RemovePasskey({ passkey, onClose }: { passkey: PasskeyView | undefined; onClose: () => void }) {
  const client = useQueryClient()
  const confirmation = useConfirmation()
  const remove = useMutation({
    mutationFn: (id: string) => confirmation.run(() => api.delete(`/api/v1/accounts/me/passkeys/${id}`)),
    onSuccess: () => {
      snackbar.info('Passkey removed')
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  })
  return (
    <>
      <ConfirmDialog
        opened={passkey !== undefined}
        title="Remove this passkey?"
        cancelLabel="Cancel"
        confirmLabel="Remove"
        isBusy={remove.isPending}
        error={remove.isError ? messageOf(remove.error) : undefined}
        onCancel={onClose}
        onConfirm={() => passkey && remove.mutate(passkey.id)}
      >
        <strong>{passkey?.name}</strong> will no longer sign in to your account. You may also want to delete it on the
        device that stores it.
      </ConfirmDialog>
      {confirmation.dialog}
    </>
  )
}
