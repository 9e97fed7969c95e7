import '../../../theme/mantine-later-styles.ts'
import type { InvitationView } from '@knockwire/domain/accounts/member'
import type { Role } from '@knockwire/domain/accounts/role'
import { roleDescriptions, roleLabels } from '@knockwire/domain/accounts/role-rules'
import { allowedAddresses } from '@knockwire/domain/instance/instance-rules'
import { Radio, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useConfirmation } from '../../../components/confirmation/confirm-identity.tsx'
import { DialogForm } from '../../../components/confirmation/dialog-form.tsx'
import { FormModal, useUnsavedForm } from '../../../components/overlays/form-modal.tsx'
import { api } from '../../../lib/api/api-client.ts'
import { useCallForm } from '../../../lib/forms/use-call-form.ts'
import { loadFormSchemas, schemaOf } from '../../../lib/api/schemas.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { membersQuery } from '../queries.ts'
import { instance } from '../../../lib/session/instance.ts'

interface InviteDialogProps {
  opened: boolean
  onClose: () => void
}

export function InviteDialog({ opened, onClose }: InviteDialogProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title="Invite member" closeOnClickOutside={false}>
      <Invite onClose={onClose} />
    </FormModal>
  )
}

const roles: readonly Role[] = ['EDITOR', 'VIEWER', 'OWNER']

/** What this server lets nobody else do, said before an invitation is sent in vain. */
const whoMayBeInvited = [
  instance.allowedDomains.length > 0 && `This server accepts ${allowedAddresses(instance)} only.`,
  instance.signUps === 'closed' && 'It must have an account already: this server accepts no new ones.',
]
  .filter((line) => line !== false)
  .join(' ')

type Values = { email: string; role: Role }

function Invite({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const confirmation = useConfirmation()
  const { form, send, formProps, problem } = useCallForm<Values, InvitationView>({
    initialValues: { email: '', role: 'EDITOR' },
    schema: async () => (await loadFormSchemas()).InviteInput,
    call: (values) =>
      confirmation.run(() => api.post('/api/v1/accounts/me/invitations', values, schemaOf('InvitationView'))),
    onSuccess: ({ email }) => {
      snackbar.info(`The invitation was sent to ${email}.`)
      onClose()
      return client.invalidateQueries({ queryKey: membersQuery.queryKey })
    },
  })
  useUnsavedForm(form.isDirty() ? 'The invitation that you are writing is not sent. It will be lost.' : null)
  return (
    <>
      <DialogForm
        formProps={formProps}
        problem={problem}
        submitLabel="Send invitation"
        isSending={send.isPending}
        onCancel={onClose}
      >
        <TextInput
          label="Email"
          description={whoMayBeInvited}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="email"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Radio.Group label="Role" {...form.getInputProps('role')}>
          <Stack gap="xs" mt="xs">
            {roles.map((role) => (
              <Radio key={role} value={role} label={roleLabels[role]} description={roleDescriptions(instance)[role]} />
            ))}
          </Stack>
        </Radio.Group>
      </DialogForm>
      {confirmation.dialog}
    </>
  )
}
