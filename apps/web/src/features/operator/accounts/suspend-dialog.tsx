import type { OperatorAccountView } from '@knockwire/domain/operator/operator'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useConfirmation } from '../../../components/confirmation/confirm-identity.tsx'
import { DialogForm } from '../../../components/confirmation/dialog-form.tsx'
import { FormModal, useUnsavedForm } from '../../../components/overlays/form-modal.tsx'
import { refreshAccount } from '../../../lib/session/account.ts'
import { api } from '../../../lib/api/api-client.ts'
import { useCallForm } from '../../../lib/forms/use-call-form.ts'
import { loadFormSchemas } from '../../../lib/api/schemas.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { operatorKey, operatorPath } from '../queries.ts'

interface SuspendDialogProps {
  account: OperatorAccountView
  opened: boolean
  onClose: () => void
}

export function SuspendDialog({ account, opened, onClose }: SuspendDialogProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title="Suspend this account?" closeOnClickOutside={false}>
      <SuspendForm account={account} onClose={onClose} />
    </FormModal>
  )
}

function SuspendForm({ account: { id, name }, onClose }: Omit<SuspendDialogProps, 'opened'>) {
  const client = useQueryClient()
  const confirmation = useConfirmation()
  const { form, send, formProps, problem } = useCallForm({
    initialValues: { reason: '' },
    schema: async () => (await loadFormSchemas()).SuspendInput,
    call: (input) => confirmation.run(() => api.send(`${operatorPath}/accounts/${id}/suspend`, input)),
    onSuccess: () => {
      snackbar.info('The account is suspended.')
      onClose()
      return Promise.all([client.invalidateQueries({ queryKey: operatorKey }), refreshAccount(client)])
    },
  })
  useUnsavedForm(form.isDirty() ? 'The account is not suspended. The reason that you are writing will be lost.' : null)
  return (
    <>
      <DialogForm
        formProps={formProps}
        problem={problem}
        hint={
          <>
            The tasks of <strong>{name}</strong> stop, its receivers answer 404, and its members read but change
            nothing, until you resume it.
          </>
        }
        submitLabel="Suspend"
        isSending={send.isPending}
        onCancel={onClose}
      >
        <TextInput
          label="Reason"
          description="Its members read it."
          autoComplete="off"
          data-autofocus
          maxLength={300}
          {...form.getInputProps('reason')}
        />
      </DialogForm>
      {confirmation.dialog}
    </>
  )
}
