import { AddPasskeyInput } from '@knockwire/domain/accounts/passkey'
import { Button, Group, Modal, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../lib/api-error.ts'
import { createPasskey } from '../../lib/passkeys.ts'
import { snackbar } from '../../lib/snackbar.ts'
import classes from './account.module.css'
import { browserName } from './browser-name.ts'
import { useConfirmation } from './confirm-identity.tsx'
import { passkeysQuery, signInMethodsQuery } from './queries.ts'

interface AddPasskeyDialogProps {
  opened: boolean
  onClose: () => void
}

const Name = AddPasskeyInput.pick({ name: true })

export function AddPasskeyDialog({ opened, onClose }: AddPasskeyDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Add a passkey" closeOnClickOutside={false}>
      <AddPasskeyForm onClose={onClose} />
    </Modal>
  )
}

function AddPasskeyForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const confirmation = useConfirmation()
  const form = useForm({
    initialValues: { name: browserName(window.navigator.userAgent) },
    validate: schemaResolver(Name, { sync: true }),
  })
  const add = useMutation({
    mutationFn: ({ name }: { name: string }) => confirmation.run(() => createPasskey(name)),
    onSuccess: () => {
      snackbar.info('Passkey added')
      onClose()
      for (const { queryKey } of [passkeysQuery, signInMethodsQuery]) void client.invalidateQueries({ queryKey })
    },
  })
  return (
    <>
      <form className={classes.dialog} noValidate onSubmit={form.onSubmit((values) => add.mutate(values))}>
        {add.isError && (
          <p role="alert" className={classes.alert}>
            {messageOf(add.error)}
          </p>
        )}
        <TextInput
          label="Name"
          description="To recognize it by, such as the device that keeps it."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={add.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            Continue
          </Button>
        </Group>
      </form>
      {confirmation.dialog}
    </>
  )
}
