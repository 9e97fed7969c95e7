import type { InvitationView } from '@knockwire/domain/accounts/member'
import { roleLabels } from '@knockwire/domain/accounts/role-rules'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RelativeTime } from '../../../components/ui/feedback/relative-time.tsx'
import { api } from '../../../lib/api/api-client.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { Tag } from '../../../components/ui/layout/panel-section.tsx'
import classes from '../account.module.css'
import { membersQuery } from '../queries.ts'

export function InvitationList({ invitations }: { invitations: readonly InvitationView[] }) {
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: (id: string) => api.delete(`/api/v1/accounts/me/invitations/${id}`),
    onSuccess: () => {
      // Its button goes with it: the focus moves to what stands before the list.
      document.querySelector<HTMLElement>('[data-invite]')?.focus()
      snackbar.info('Invitation revoked')
    },
    onError: (error) => snackbar.error(messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: membersQuery.queryKey }),
  })
  return (
    <ul className={classes.list} aria-label="Open invitations">
      {invitations.map((invitation) => (
        <li key={invitation.id} className={classes.item}>
          <div className={classes.itemText}>
            <p className={classes.itemName}>
              {invitation.email}
              <Tag>{roleLabels[invitation.role]}</Tag>
            </p>
            <p className={classes.itemMeta}>
              <span>Invited by {invitation.invitedBy}</span>
              <span>
                Expires <RelativeTime at={invitation.expiresAt} />
              </span>
            </p>
          </div>
          <Button
            variant="default"
            loading={revoke.isPending && revoke.variables === invitation.id}
            onClick={() => revoke.mutate(invitation.id)}
            aria-label={`Revoke the invitation of ${invitation.email}`}
          >
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  )
}
