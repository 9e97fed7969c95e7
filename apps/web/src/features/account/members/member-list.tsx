import type { AccountView } from '@knockwire/domain/accounts/account'
import type { MemberView } from '@knockwire/domain/accounts/member'
import type { Role } from '@knockwire/domain/accounts/role'
import { asRole, roleDescriptions, roleLabels } from '@knockwire/domain/accounts/role-rules'
import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../../lib/navigation/paths.ts'
import { useConfirmation } from '../../../components/confirmation/confirm-identity.tsx'
import { ConfirmDialog } from '../../../components/ui/dialogs/confirm-dialog.tsx'
import { RelativeTime } from '../../../components/ui/feedback/relative-time.tsx'
import { refreshAccount } from '../../../lib/session/account.ts'
import { api } from '../../../lib/api/api-client.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { Tag } from '../../../components/ui/layout/panel-section.tsx'
import classes from '../account.module.css'
import { membersQuery } from '../queries.ts'
import { instance } from '../../../lib/session/instance.ts'

const memberPath = ({ userId }: MemberView) => `/api/v1/accounts/me/members/${userId}`

const nameOf = ({ firstName, lastName, email }: MemberView) => `${firstName} ${lastName}`.trim() || email

interface MemberRowsProps {
  members: readonly MemberView[]
  account: AccountView
}

export function MemberRows({ members, account }: MemberRowsProps) {
  const [removed, setRemoved] = useState<MemberView>()
  return (
    <>
      <ul className={classes.list} aria-label="Members">
        {members.map((member) => (
          <MemberRow key={member.userId} member={member} account={account} onRemove={() => setRemoved(member)} />
        ))}
      </ul>
      <RemoveDialog member={removed} account={account} onClose={() => setRemoved(undefined)} />
    </>
  )
}

interface MemberRowProps {
  member: MemberView
  account: AccountView
  onRemove: () => void
}

function MemberRow({ member, account, onRemove }: MemberRowProps) {
  const isSelf = member.userId === account.user.id
  const isOwner = account.role === 'OWNER'
  const name = nameOf(member)
  return (
    <li className={classes.item}>
      <div className={classes.itemText}>
        <p className={classes.itemName}>
          {name}
          {isSelf && <Tag tone="accent">You</Tag>}
        </p>
        <p className={classes.itemMeta}>
          {name !== member.email && <span>{member.email}</span>}
          <span>
            Joined <RelativeTime at={member.createdAt} />
          </span>
          {member.lastSeenAt !== null && (
            <span>
              Last seen <RelativeTime at={member.lastSeenAt} />
            </span>
          )}
        </p>
      </div>
      <div className={classes.itemActions}>
        {isOwner ? (
          <RoleSelect member={member} isSelf={isSelf} name={name} />
        ) : (
          <span title={roleDescriptions(instance)[member.role]}>{roleLabels[member.role]}</span>
        )}
        {(isOwner || isSelf) && (
          <Button variant="default" onClick={onRemove} aria-label={isSelf ? undefined : `Remove ${name}`}>
            {isSelf ? 'Leave' : 'Remove'}
          </Button>
        )}
      </div>
    </li>
  )
}

const roles = (['OWNER', 'EDITOR', 'VIEWER'] as const).map((value) => ({ value, label: roleLabels[value] }))

function RoleSelect({ member, isSelf, name }: { member: MemberView; isSelf: boolean; name: string }) {
  const client = useQueryClient()
  const confirmation = useConfirmation()
  const change = useMutation({
    mutationFn: (role: Role) => confirmation.run(() => api.send(memberPath(member), { role })),
    onSuccess: () => snackbar.info('The role has been changed.'),
    onError: (error) => snackbar.error(messageOf(error)),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: membersQuery.queryKey })
      if (isSelf) await refreshAccount(client)
    },
  })
  const [chosen, setChosen] = useState<Role>()
  return (
    <>
      <NativeSelect
        className={classes.role}
        aria-label={`Role of ${name}`}
        data={roles}
        value={chosen ?? member.role}
        onChange={({ currentTarget }) => setChosen(currentTarget.value as Role)}
      />
      <ConfirmDialog
        opened={chosen !== undefined && chosen !== member.role}
        title="Change this role?"
        cancelLabel="Cancel"
        confirmLabel="Change role"
        isBusy={change.isPending}
        onCancel={() => setChosen(undefined)}
        onConfirm={() => chosen && change.mutate(chosen, { onSettled: () => setChosen(undefined) })}
      >
        <strong>{isSelf ? 'You' : name}</strong> will be {asRole[chosen ?? member.role]} of this account.{' '}
        {roleDescriptions(instance)[chosen ?? member.role]}
        {isSelf && ' Only another owner can undo this.'}
      </ConfirmDialog>
      {confirmation.dialog}
    </>
  )
}

interface RemoveDialogProps {
  member: MemberView | undefined
  account: AccountView
  onClose: () => void
}

function RemoveDialog({ member, account, onClose }: RemoveDialogProps) {
  const client = useQueryClient()
  const isSelf = member?.userId === account.user.id
  const remove = useMutation({
    mutationFn: (removed: MemberView) => api.delete(memberPath(removed)),
    onSuccess: () => {
      // A member who has left looks at another account of theirs, or has to sign in.
      if (isSelf) return window.location.assign(paths.dashboard)
      snackbar.info('Member removed')
      onClose()
    },
    onSettled: () => (isSelf ? undefined : client.invalidateQueries({ queryKey: membersQuery.queryKey })),
  })
  return (
    <ConfirmDialog
      opened={member !== undefined}
      title={isSelf ? 'Leave this account?' : 'Remove this member?'}
      cancelLabel="Cancel"
      confirmLabel={isSelf ? 'Leave' : 'Remove'}
      isBusy={remove.isPending}
      error={remove.isError ? messageOf(remove.error) : undefined}
      onCancel={onClose}
      onConfirm={() => member && remove.mutate(member)}
    >
      {isSelf ? (
        <>
          You lose access to <strong>{account.name}</strong> immediately, and your tokens of it stop working. An owner
          can invite you again.
        </>
      ) : (
        <>
          <strong>{member && nameOf(member)}</strong> loses access to this account immediately, and their tokens of it
          stop working. What they made stays.
        </>
      )}
    </ConfirmDialog>
  )
}
