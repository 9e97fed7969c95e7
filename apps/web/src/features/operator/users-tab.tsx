import { roleLabels } from '@knockwire/domain/accounts/role-rules'
import type { OperatorUserView } from '@knockwire/domain/operator/operator'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PanelSection, Tag } from '../../components/ui/layout/panel-section.tsx'
import { RelativeTime } from '../../components/ui/feedback/relative-time.tsx'
import { api } from '../../lib/api/api-client.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { exactNumber } from '../../lib/format/format.ts'
import { snackbar } from '../../lib/browser/snackbar.ts'
import { ActDialog } from './act-dialog.tsx'
import classes from './operator.module.css'
import { OperatorList } from './operator-list.tsx'
import { operatorPath, usersQuery } from './queries.ts'
import { useAct } from './use-act.ts'
import { useListAddress } from './use-list-address.ts'

const userPath = ({ id }: OperatorUserView) => `${operatorPath}/users/${id}`

/** Everybody who has signed up on this server. */
export function UsersTab() {
  const list = useListAddress()
  const query = useQuery(usersQuery(list.address))
  const [signedOut, setSignedOut] = useState<OperatorUserView>()
  return (
    <PanelSection title="Users" lead="Newest first. What you do here is in the audit log of their accounts.">
      <OperatorList<OperatorUserView> things="users" list={list} query={query}>
        {(rows) => (
          <ul className={classes.list} aria-label="Users">
            {rows.map((user) => (
              <UserRow key={user.id} user={user} onEndSessions={() => setSignedOut(user)} />
            ))}
          </ul>
        )}
      </OperatorList>
      <EndSessionsDialog user={signedOut} onClose={() => setSignedOut(undefined)} />
    </PanelSection>
  )
}

function UserRow({ user, onEndSessions }: { user: OperatorUserView; onEndSessions: () => void }) {
  const { email, name, isConfirmed, accounts, sessionCount, createdAt, lastSeenAt } = user
  return (
    <li className={classes.item}>
      <div className={classes.itemText}>
        <p className={classes.itemName}>
          {email}
          {!isConfirmed && <Tag tone="bad">Not confirmed</Tag>}
        </p>
        <p className={classes.itemMeta}>
          {name !== '' && <span>{name}</span>}
          {accounts.map(({ id, name: account, role }) => (
            <span key={id}>{`${roleLabels[role]} of ${account}`}</span>
          ))}
        </p>
        <p className={classes.itemMeta}>
          <span>{sessionCount === 1 ? '1 open session' : `${exactNumber(sessionCount)} open sessions`}</span>
          <span>
            Signed up <RelativeTime at={createdAt} />
          </span>
          <span>{lastSeenAt === null ? 'Not signed in' : <>Last seen {<RelativeTime at={lastSeenAt} />}</>}</span>
        </p>
      </div>
      <div className={classes.itemActions}>
        <CodeButton user={user} kind="reset" label="Send reset code" />
        {!isConfirmed && <CodeButton user={user} kind="confirm" label="Send confirmation code" />}
        <Button
          variant="default"
          disabled={sessionCount === 0}
          aria-label={`End sessions of ${email}`}
          onClick={onEndSessions}
        >
          End sessions
        </Button>
      </div>
    </li>
  )
}

interface CodeButtonProps {
  user: OperatorUserView
  kind: 'reset' | 'confirm'
  label: string
}

function CodeButton({ user, kind, label }: CodeButtonProps) {
  const { act, dialog } = useAct({
    call: () => api.send(`${userPath(user)}/${kind}`),
    onSuccess: () => snackbar.info(`A code was sent to ${user.email}.`),
    onError: (error) => snackbar.error(messageOf(error)),
  })
  return (
    <>
      <Button
        variant="default"
        loading={act.isPending}
        aria-label={`${label} to ${user.email}`}
        onClick={() => act.mutate()}
      >
        {label}
      </Button>
      {dialog}
    </>
  )
}

const EndSessionsDialog = ({ user, onClose }: { user: OperatorUserView | undefined; onClose: () => void }) => (
  <ActDialog
    subject={user}
    title="End all sessions?"
    confirmLabel="End sessions"
    call={(ended) => api.delete(`${userPath(ended)}/sessions`)}
    done="The sessions have ended."
    onClose={onClose}
  >
    {({ email }) => (
      <>
        <strong>{email}</strong> has to sign in again in every browser. Their API tokens stay.
      </>
    )}
  </ActDialog>
)
