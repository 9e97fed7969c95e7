import type { SecretView } from '@knockwire/domain/definitions/apply'
import { Anchor, Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '../../../components/ui/dialogs/confirm-dialog.tsx'
import { EmptyState, ErrorState } from '../../../components/ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../../components/ui/feedback/relative-time.tsx'
import { SkeletonRows } from '../../../components/ui/feedback/skeleton-rows.tsx'
import { useViewOnly } from '../../../lib/session/account.ts'
import { api } from '../../../lib/api/api-client.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import classes from '../account.module.css'
import { secretsQuery } from '../queries.ts'
import { pathOfObject } from './object-path.ts'

export function SecretList({ onReplace }: { onReplace: (name: string) => void }) {
  const { data, error, refetch } = useQuery(secretsQuery)
  const [deleting, setDeleting] = useState<SecretView>()
  const [isAsking, setIsAsking] = useState(false)
  if (data === undefined) {
    if (error)
      return <ErrorState title="The secrets could not be loaded." error={error} onRetry={() => void refetch()} />
    return <SkeletonRows label="Loading secrets…" rows={2} />
  }
  if (data.results.length === 0) {
    return (
      <EmptyState title="No secrets yet">
        <p>Keep passwords and tokens here instead of in your requests and files.</p>
      </EmptyState>
    )
  }
  const ask = (secret: SecretView) => {
    setDeleting(secret)
    setIsAsking(true)
  }
  return (
    <>
      <ul className={classes.list} aria-label="Secrets">
        {data.results.map((secret) => (
          <SecretItem
            key={secret.name}
            secret={secret}
            onReplace={() => onReplace(secret.name)}
            onDelete={() => ask(secret)}
          />
        ))}
      </ul>
      {deleting && <DeleteSecretDialog secret={deleting} opened={isAsking} onClose={() => setIsAsking(false)} />}
    </>
  )
}

interface SecretItemProps {
  secret: SecretView
  onReplace: () => void
  onDelete: () => void
}

function SecretItem({ secret, onReplace, onDelete }: SecretItemProps) {
  const viewOnly = useViewOnly()
  return (
    <li className={classes.item}>
      <div className={classes.itemText}>
        <p className={classes.itemName}>
          <span className={classes.mono}>{secret.name}</span>
        </p>
        <p className={classes.itemMeta}>
          <span>
            Changed <RelativeTime at={secret.updatedAt} />
          </span>
          <UsedBy secret={secret} />
        </p>
      </div>
      <div className={classes.itemActions}>
        <Button variant="default" {...viewOnly} onClick={onReplace} aria-label={`Replace value of ${secret.name}`}>
          Replace value
        </Button>
        <Button variant="default" {...viewOnly} onClick={onDelete} aria-label={`Delete ${secret.name}`}>
          Delete
        </Button>
      </div>
    </li>
  )
}

const mostNamed = 3

function UsedBy({ secret: { usedBy } }: { secret: SecretView }) {
  if (usedBy.length === 0) return <span>Not used</span>
  const more = usedBy.length - mostNamed
  return (
    <span>
      Used by{' '}
      {usedBy.slice(0, mostNamed).map((user, index) => (
        <span key={`${user.kind}${user.id}`}>
          {index > 0 && ', '}
          <Anchor component={Link} to={pathOfObject(user)} inherit underline="always">
            {user.name ?? user.key ?? `a ${user.kind} without a name`}
          </Anchor>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </span>
  )
}

interface DeleteSecretDialogProps {
  secret: SecretView
  opened: boolean
  onClose: () => void
}

function DeleteSecretDialog({ secret: { name, usedBy }, opened, onClose }: DeleteSecretDialogProps) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.delete(`/api/v1/secrets/${encodeURIComponent(name)}?force=true`),
    onSuccess: () => {
      snackbar.info(`Secret ${name} deleted`)
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: secretsQuery.queryKey }),
  })
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete this secret?"
      cancelLabel="Cancel"
      confirmLabel="Delete"
      isBusy={remove.isPending}
      error={remove.isError ? messageOf(remove.error) : undefined}
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
      onClosed={remove.reset}
    >
      <strong>{name}</strong> will be deleted. This can’t be undone.
      {usedBy.length > 0 &&
        ` ${usedBy.length === 1 ? 'One task or receiver uses it, and its calls' : `${usedBy.length} tasks and receivers use it, and their calls`} fail until a secret with this name exists again.`}
    </ConfirmDialog>
  )
}
