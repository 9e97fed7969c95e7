import type { ApiTokenView } from '@knockwire/domain/accounts/api-token'
import { Anchor, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { ConfirmDialog } from '../../components/ui/dialogs/confirm-dialog.tsx'
import { EmptyState, ErrorState } from '../../components/ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../components/ui/feedback/relative-time.tsx'
import { SkeletonRows } from '../../components/ui/feedback/skeleton-rows.tsx'
import { api } from '../../lib/api/api-client.ts'
import { instance } from '../../lib/session/instance.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { snackbar } from '../../lib/browser/snackbar.ts'
import { PanelSection, Tag } from '../../components/ui/layout/panel-section.tsx'
import classes from './account.module.css'
import { tokensQuery } from './queries.ts'
import { lazyPart } from '../../lib/navigation/lazy-part.ts'

/** Loaded when it first opens. */
const CreateTokenDialog = lazyPart(async () => (await import('./create-token-dialog.tsx')).CreateTokenDialog, {
  close: ({ onClose }) => onClose(),
})
const RotateTokenDialog = lazyPart(async () => (await import('./tokens/rotate-token-dialog.tsx')).RotateTokenDialog, {
  close: ({ onClose }) => onClose(),
})

export function TokensTab() {
  const [isCreating, dialog] = useDisclosure(false)
  const [wasCreating, setWasCreating] = useState(false)
  if (isCreating && !wasCreating) setWasCreating(true)
  const create = <Button onClick={dialog.open}>Create token</Button>
  return (
    <>
      <PanelSection
        title="Personal API tokens"
        lead={
          <>
            A token lets a program use the API as you: <code>Authorization: Bearer kw_…</code>.
            {instance.hasSite && (
              <>
                {' '}
                The{' '}
                <Anchor href="/docs/api" target="_blank" rel="noopener" underline="always">
                  API reference
                </Anchor>{' '}
                lists every call.
              </>
            )}
          </>
        }
        action={create}
      >
        <TokenList />
      </PanelSection>
      {wasCreating && (
        <Suspense fallback={null}>
          <CreateTokenDialog opened={isCreating} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}

function TokenList() {
  const { data, error, refetch } = useQuery(tokensQuery)
  const [revoked, setRevoked] = useState<ApiTokenView>()
  const [rotated, setRotated] = useState<ApiTokenView>()
  if (data === undefined) {
    if (error)
      return <ErrorState title="Your tokens could not be loaded." error={error} onRetry={() => void refetch()} />
    return <SkeletonRows label="Loading tokens…" rows={3} />
  }
  if (data.results.length === 0) {
    return (
      <EmptyState title="No tokens yet">
        <p>Create one to script Knockwire: to add tasks from a deployment, or to show executions on a dashboard.</p>
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={classes.list} aria-label="Tokens">
        {data.results.map((token) => (
          <TokenItem
            key={token.id}
            token={token}
            onRevoke={() => setRevoked(token)}
            onRotate={() => setRotated(token)}
          />
        ))}
      </ul>
      <RevokeDialog token={revoked} onClose={() => setRevoked(undefined)} />
      {rotated && (
        <Suspense fallback={null}>
          <RotateTokenDialog token={rotated} onClose={() => setRotated(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const accessOf = ({ scope, scopes }: ApiTokenView) => {
  if (scopes !== null) return 'Selected scopes'
  return scope === 'WRITE' ? 'Read and write' : 'Read only'
}

interface TokenItemProps {
  token: ApiTokenView
  onRevoke: () => void
  onRotate: () => void
}

function TokenItem({ token, onRevoke, onRotate }: TokenItemProps) {
  return (
    <li className={classes.item}>
      <div className={classes.itemText}>
        <p className={classes.itemName}>
          {token.name}
          <Tag tone={token.scope === 'WRITE' ? 'accent' : 'idle'}>{accessOf(token)}</Tag>
          {token.isExpired && <Tag tone="bad">Expired</Tag>}
        </p>
        <p className={classes.itemMeta}>
          <span className={classes.mono}>{token.prefix}…</span>
          {token.scopes !== null && <span className={classes.mono}>{token.scopes.join(', ')}</span>}
          {token.project !== null && <span>Project {token.project}</span>}
          <span>
            Created <RelativeTime at={token.createdAt} /> by {token.createdBy}
          </span>
          <span>
            {token.lastUsedAt === null ? (
              'Never used'
            ) : (
              <>
                Last used <RelativeTime at={token.lastUsedAt} />
              </>
            )}
          </span>
          <span>
            {token.expiresAt === null ? (
              'No expiry'
            ) : (
              <>
                {token.isExpired ? 'Expired' : 'Expires'} <RelativeTime at={token.expiresAt} />
              </>
            )}
          </span>
          {token.previousExpiresAt !== null && (
            <span>
              The old value works until <RelativeTime at={token.previousExpiresAt} />
            </span>
          )}
        </p>
      </div>
      <div className={classes.itemActions}>
        {token.isOwn && !token.isExpired && (
          <Button variant="default" onClick={onRotate} aria-label={`Rotate ${token.name}`}>
            Rotate
          </Button>
        )}
        <Button variant="default" onClick={onRevoke} aria-label={`Revoke ${token.name}`}>
          Revoke
        </Button>
      </div>
    </li>
  )
}

function RevokeDialog({ token, onClose }: { token: ApiTokenView | undefined; onClose: () => void }) {
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: (id: string) => api.delete(`/api/v1/accounts/me/tokens/${id}`),
    onSuccess: () => {
      snackbar.info('Token revoked')
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
  return (
    <ConfirmDialog
      opened={token !== undefined}
      title="Revoke this token?"
      cancelLabel="Cancel"
      confirmLabel="Revoke"
      isBusy={revoke.isPending}
      error={revoke.isError ? messageOf(revoke.error) : undefined}
      onCancel={onClose}
      onConfirm={() => token && revoke.mutate(token.id)}
    >
      Programs that use <strong>{token?.name}</strong> lose access immediately. This can’t be undone.
    </ConfirmDialog>
  )
}
