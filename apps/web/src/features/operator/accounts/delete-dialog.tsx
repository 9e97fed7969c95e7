import type { OperatorAccountView } from '@knockwire/domain/operator/operator'
import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Modal } from '../../../components/overlays/modal.tsx'
import { api } from '../../../lib/api/api-client.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import classes from '../operator.module.css'
import { operatorPath } from '../queries.ts'
import { useAct } from '../use-act.ts'

interface DeleteDialogProps {
  account: OperatorAccountView
  opened: boolean
  onClose: () => void
}

export function DeleteDialog({ account, opened, onClose }: DeleteDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Delete this account?" closeOnClickOutside={false}>
      <DeleteForm account={account} onClose={onClose} />
    </Modal>
  )
}

/** The name is typed, so that nobody deletes an account with two clicks. */
function DeleteForm({ account: { id, name }, onClose }: Omit<DeleteDialogProps, 'opened'>) {
  const [typed, setTyped] = useState('')
  const { act, dialog } = useAct({
    call: () => api.delete(`${operatorPath}/accounts/${id}`),
    onSuccess: () => {
      snackbar.info('The account was deleted.')
      onClose()
    },
  })
  const isTyped = typed.trim() === name
  return (
    <>
      <form
        className={classes.dialog}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isTyped) act.mutate()
        }}
      >
        <p className={classes.hint}>
          Its tasks, receivers, notifications and histories are deleted, and a subscription that it pays for ends. This
          can’t be undone.
        </p>
        {act.isError && (
          <p role="alert" className={classes.alert}>
            {messageOf(act.error)}
          </p>
        )}
        <TextInput
          label={`Type ${name} to confirm`}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={act.isPending}>
            Cancel
          </Button>
          <Button type="submit" color="red" disabled={!isTyped} loading={act.isPending}>
            Delete account
          </Button>
        </Group>
      </form>
      {dialog}
    </>
  )
}
