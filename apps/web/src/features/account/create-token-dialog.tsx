import { type ApiTokenScope, CreateApiTokenInput, CreatedApiTokenView } from '@knockwire/domain/accounts/api-token'
import { Button, Group, Radio, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Modal } from '../../components/overlays/modal.tsx'
import { CopyButton } from '../../components/ui/copy-button.tsx'
import { api } from '../../lib/api-client.ts'
import { fieldErrorsIn, messageOf } from '../../lib/api-error.ts'
import classes from './account.module.css'
import { useConfirmation } from './confirm-identity.tsx'
import { tokensQuery } from './queries.ts'

const dayMs = 86_400_000

const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'No expiry' },
]

interface Values {
  name: string
  scope: ApiTokenScope
  days: string
}

const inputOf = ({ name, scope, days }: Values) => ({
  name,
  scope,
  expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString(),
})

const validate = (values: Values) => {
  const parsed = CreateApiTokenInput.safeParse(inputOf(values))
  return parsed.success ? {} : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path[0], message]))
}

interface CreateTokenDialogProps {
  opened: boolean
  onClose: () => void
}

/** The token is shown once: clicking beside the dialog does not close it. */
export function CreateTokenDialog({ opened, onClose }: CreateTokenDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Create token" closeOnClickOutside={false}>
      <CreateToken onClose={onClose} />
    </Modal>
  )
}

function CreateToken({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const confirmation = useConfirmation()
  const form = useForm<Values>({ initialValues: { name: '', scope: 'READ', days: '90' }, validate })
  const create = useMutation({
    mutationFn: (values: Values) =>
      confirmation.run(() => api.post('/api/v1/accounts/me/tokens', inputOf(values), CreatedApiTokenView)),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
    onError: (error) => form.setErrors(fieldErrorsIn(error) ?? {}),
  })
  if (create.data) return <CreatedToken token={create.data.token} onClose={onClose} />
  return (
    <>
      <form className={classes.dialog} noValidate onSubmit={form.onSubmit((values) => create.mutate(values))}>
        {create.isError && fieldErrorsIn(create.error) === null && (
          <p role="alert" className={classes.alert}>
            {messageOf(create.error)}
          </p>
        )}
        <TextInput
          label="Name"
          description="What will use it, such as “Deploy script”."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Radio.Group label="Access" {...form.getInputProps('scope')}>
          <Stack gap="xs" mt="xs">
            <Radio value="READ" label="Read only" description="See tasks, receivers, histories and settings." />
            <Radio value="WRITE" label="Read and write" description="Also create, change, run and delete them." />
          </Stack>
        </Radio.Group>
        <Select
          label="Expires after"
          data={lifetimes}
          allowDeselect={false}
          comboboxProps={{ withinPortal: true }}
          {...form.getInputProps('days')}
        />
        <p className={classes.hint}>
          No token can change your password, passkeys, sessions, other tokens, plan or card.
        </p>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create token
          </Button>
        </Group>
      </form>
      {confirmation.dialog}
    </>
  )
}

function CreatedToken({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <div className={classes.dialog}>
      <p className={classes.hint} role="status">
        Copy your token now. It is shown only this once.
      </p>
      <div className={classes.token}>
        <output className={classes.tokenText} aria-label="Your new token">
          {token}
        </output>
        <CopyButton value={token} label="Copy token" />
      </div>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </div>
  )
}
