import type { AccountView } from '@knockwire/domain/accounts/account'
import { invitationRules } from '@knockwire/domain/accounts/member-rules'
import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { ErrorState } from '../../../components/ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../../components/ui/feedback/skeleton-rows.tsx'
import { setAccountCache, useAccount } from '../../../lib/session/account.ts'
import { api } from '../../../lib/api/api-client.ts'
import { useCallForm } from '../../../lib/forms/use-call-form.ts'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { loadFormSchemas, schemaOf } from '../../../lib/api/schemas.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { useUnsavedWork } from '../../../lib/editing/unsaved-work.ts'
import { PanelSection } from '../../../components/ui/layout/panel-section.tsx'
import classes from '../account.module.css'
import { membersQuery } from '../queries.ts'
import { InvitationList } from './invitation-list.tsx'
import { MemberRows } from './member-list.tsx'
import { OwnAccounts } from './own-accounts.tsx'
import { hasPlans } from '../../../lib/session/instance.ts'

const InviteDialog = lazyPart(async () => (await import('./invite-dialog.tsx')).InviteDialog, {
  close: ({ onClose }) => onClose(),
})

/** Who works in the account, and who is invited to. */
export function MembersTab() {
  const { data: account, error, refetch } = useAccount()
  if (account === undefined && error !== null)
    return <ErrorState title="Your account could not be loaded." error={error} onRetry={() => void refetch()} />
  if (account === undefined) return <SkeletonRows label="Loading members…" rows={3} />
  return (
    <div className={classes.stack}>
      {account.role === 'OWNER' && (
        <PanelSection title="Account name" lead="Members see it in their list of accounts.">
          <NameForm account={account} />
        </PanelSection>
      )}
      <Members account={account} />
      <OwnAccounts />
    </div>
  )
}

function NameForm({ account }: { account: AccountView }) {
  const client = useQueryClient()
  const { form, send, formProps, problem } = useCallForm({
    initialValues: { name: account.name },
    schema: async () => (await loadFormSchemas()).RenameAccountInput,
    call: (input) => api.post('/api/v1/accounts/me/name', input, schemaOf('AccountView')),
    staysOpen: true,
    onSuccess: (renamed) => {
      setAccountCache(client, renamed)
      snackbar.info('The account has been renamed.')
    },
  })
  useUnsavedWork(form.isDirty(), 'The name of the account is not saved. The change will be lost.')
  return (
    <form className={classes.form} {...formProps}>
      {problem !== null && (
        <p role="alert" className={classes.alert}>
          {problem}
        </p>
      )}
      <TextInput label="Name" maxLength={100} {...form.getInputProps('name')} />
      <Button type="submit" loading={send.isPending}>
        Rename
      </Button>
    </form>
  )
}

function Members({ account }: { account: AccountView }) {
  const { data, error, refetch } = useQuery(membersQuery)
  const [isInviting, dialog] = useDisclosure(false)
  const [wasInviting, setWasInviting] = useState(false)
  if (isInviting && !wasInviting) setWasInviting(true)
  const isOwner = account.role === 'OWNER'
  return (
    <>
      <PanelSection
        title="Members"
        lead={
          isOwner
            ? `Everyone here works in this account, with its tasks${hasPlans ? ', receivers and plan' : ' and receivers'}.`
            : 'Owners of the account invite and remove members.'
        }
        action={
          isOwner && (
            <Button data-invite onClick={dialog.open}>
              Invite member
            </Button>
          )
        }
      >
        {data !== undefined && <MemberRows members={data.members} account={account} />}
        {data === undefined && error === null && <SkeletonRows label="Loading members…" rows={3} />}
        {data === undefined && error !== null && (
          <ErrorState title="The members could not be loaded." error={error} onRetry={() => void refetch()} />
        )}
      </PanelSection>
      {isOwner && data !== undefined && data.invitations.length > 0 && (
        <PanelSection title="Open invitations" lead={`Each link works once, for ${invitationRules.lifetimeDays} days.`}>
          <InvitationList invitations={data.invitations} />
        </PanelSection>
      )}
      {wasInviting && (
        <Suspense fallback={null}>
          <InviteDialog opened={isInviting} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
