import '../../theme/mantine-later-styles.ts'
import type { CreatedApiTokenView } from '@knockwire/domain/accounts/api-token'
import type { TokenScope } from '@knockwire/domain/accounts/token-scopes'
import { Radio, Select, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FormModal, useUnsavedForm } from '../../components/overlays/form-modal.tsx'
import { api } from '../../lib/api/api-client.ts'
import { schemaOf, loadFormSchemas } from '../../lib/api/schemas.ts'
import { useUnsavedWork } from '../../lib/editing/unsaved-work.ts'
import { useCallForm } from '../../lib/forms/use-call-form.ts'
import classes from './account.module.css'
import { useViewOnly } from '../../lib/session/account.ts'
import { useConfirmation } from '../../components/confirmation/confirm-identity.tsx'
import { DialogForm } from '../../components/confirmation/dialog-form.tsx'
import { tokensQuery } from './queries.ts'
import { CreatedToken } from './tokens/created-token.tsx'
import { ScopeFields } from './tokens/scope-fields.tsx'
import { hasPlans } from '../../lib/session/instance.ts'

const dayMs = 86_400_000

const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'No expiry' },
]

type Values = {
  name: string
  /** CHOSEN: nothing but its scopes. */
  access: 'READ' | 'WRITE' | 'CHOSEN'
  scopes: TokenScope[]
  project: string
  days: string
}

const inputOf = ({ name, access, scopes, project, days }: Values) => ({
  name,
  scope: access === 'CHOSEN' ? 'READ' : access,
  scopes: access === 'CHOSEN' ? scopes : null,
  project: access === 'CHOSEN' && scopes.length === 1 && scopes[0] === 'apply' && project !== '' ? project : null,
  expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString(),
})

interface CreateTokenDialogProps {
  opened: boolean
  onClose: () => void
}

/** The token is shown once: neither a click beside the dialog nor Esc closes it then. */
export function CreateTokenDialog({ opened, onClose }: CreateTokenDialogProps) {
  const [isTokenShown, setIsTokenShown] = useState(false)
  useUnsavedWork(opened && isTokenShown, 'The new token is shown only once. Once you leave, you can no longer copy it.')
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title="Create token"
      closeOnClickOutside={false}
      closeOnEscape={!isTokenShown}
    >
      <CreateToken onClose={onClose} onTokenShown={setIsTokenShown} />
    </FormModal>
  )
}

interface CreateTokenProps {
  onClose: () => void
  onTokenShown: (isShown: boolean) => void
}

function CreateToken({ onClose, onTokenShown }: CreateTokenProps) {
  const client = useQueryClient()
  const confirmation = useConfirmation()
  const viewOnly = useViewOnly()
  const { form, send, formProps, problem } = useCallForm<Values, CreatedApiTokenView>({
    initialValues: { name: '', access: 'READ', scopes: [], project: '', days: '90' },
    schema: async () => (await loadFormSchemas()).CreateApiTokenInput,
    toInput: inputOf,
    call: (values) =>
      confirmation.run(() => api.post('/api/v1/accounts/me/tokens', inputOf(values), schemaOf('CreatedApiTokenView'))),
    onSuccess: () => {
      onTokenShown(true)
      return client.invalidateQueries({ queryKey: tokensQuery.queryKey })
    },
  })
  useEffect(() => () => onTokenShown(false), [onTokenShown])
  useUnsavedForm(!send.data && form.isDirty() ? 'The token that you are creating is not saved. It will be lost.' : null)
  if (send.data) return <CreatedToken token={send.data.token} onClose={onClose} />
  return (
    <>
      <DialogForm
        formProps={formProps}
        problem={problem}
        submitLabel="Create token"
        isSending={send.isPending}
        onCancel={onClose}
      >
        <TextInput
          label="Name"
          description="For example “Deploy script”."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Radio.Group label="Access" {...form.getInputProps('access')}>
          <Stack gap="xs" mt="xs">
            <Radio value="READ" label="Read only" description="See tasks, receivers, histories and settings." />
            <Radio
              {...viewOnly}
              value="WRITE"
              label="Read and write"
              description="Also create, change, run and delete them."
            />
            <Radio value="CHOSEN" label="Selected scopes" description="Only what the scopes below allow." />
          </Stack>
        </Radio.Group>
        {form.values.access === 'CHOSEN' && (
          <ScopeFields
            scopes={form.values.scopes}
            onChange={(scopes) => form.getInputProps('scopes').onChange(scopes)}
            error={form.errors['scopes']}
            projectProps={form.getInputProps('project')}
            viewOnly={viewOnly}
          />
        )}
        <Select
          label="Expires after"
          data={lifetimes}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          {...form.getInputProps('days')}
        />
        <p className={classes.hint}>
          Tokens can’t change your password, passkeys, sessions
          {hasPlans ? ', other tokens, plan or card' : ' or other tokens'}.
        </p>
      </DialogForm>
      {confirmation.dialog}
    </>
  )
}
