import '../../../theme/mantine-later-styles.ts'
import type { ApiTokenView } from '@knockwire/domain/accounts/api-token'
import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useConfirmation } from '../../../components/confirmation/confirm-identity.tsx'
import { Modal } from '../../../components/overlays/modal.tsx'
import { api } from '../../../lib/api/api-client.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { schemaOf } from '../../../lib/api/schemas.ts'
import { useUnsavedWork } from '../../../lib/editing/unsaved-work.ts'
import classes from '../account.module.css'
import { tokensQuery } from '../queries.ts'
import { CreatedToken } from './created-token.tsx'

interface RotateTokenDialogProps {
  token: ApiTokenView
  onClose: () => void
}

/** Asks, and then shows the new value once: neither a click beside the dialog nor Esc closes it then. */
export function RotateTokenDialog({ token, onClose }: RotateTokenDialogProps) {
  const client = useQueryClient()
  const confirmation = useConfirmation()
  const path = `/api/v1/accounts/me/tokens/${token.id}/rotate`
  const rotate = useMutation({
    mutationFn: () => confirmation.run(() => api.post(path, undefined, schemaOf('CreatedApiTokenView'))),
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
  const isShown = rotate.data !== undefined
  useUnsavedWork(isShown, 'The new token is shown only once. Once you leave, you can no longer copy it.')
  return (
    <>
      <Modal opened onClose={onClose} title="Rotate this token?" closeOnClickOutside={false} closeOnEscape={!isShown}>
        {rotate.data ? (
          <CreatedToken token={rotate.data.token} onClose={onClose} />
        ) : (
          <div className={classes.dialog}>
            {rotate.isError && <p role="alert">{messageOf(rotate.error)}</p>}
            <p className={classes.hint}>
              <strong>{token.name}</strong> gets a new value. The value it has now works for one more hour, so that you
              can change your programs one after the other.
            </p>
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose} disabled={rotate.isPending}>
                Cancel
              </Button>
              <Button onClick={() => rotate.mutate()} loading={rotate.isPending}>
                Rotate
              </Button>
            </Group>
          </div>
        )}
      </Modal>
      {confirmation.dialog}
    </>
  )
}
