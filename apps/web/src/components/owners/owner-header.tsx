import { type ComponentProps, type ReactNode, useState } from 'react'
import { messageOf } from '../../lib/api/api-error.ts'
import { truncateMiddle } from '../../lib/format/format.ts'
import type { OwnerKind } from '../../lib/owners/owner-kind.ts'
import type { Defined } from '../definition/definition-notes.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { StatusMenu } from '../ui/fields/status-menu.tsx'
import { BackLink, PageHeader } from '../ui/layout/page-header.tsx'
import type { OwnerActions } from './use-owner-actions.ts'

export type ShownOwner = ComponentProps<typeof StatusMenu>['shown'] & Defined & { status: string }

interface OwnerHeaderProps {
  owner: Pick<OwnerKind<unknown, never, unknown>, 'kind' | 'title' | 'listPath' | 'deletedWith'>
  shown: ShownOwner
  heading: string
  /** What it is called in a sentence. */
  name: string
  /** It was deleted elsewhere: there is nothing to do with it. */
  isDeleted: boolean
  actions: OwnerActions
  /** What else can be done with it. */
  children: ReactNode
}

/** The name of an owner, and what can be done with it as a whole. */
export function OwnerHeader(props: OwnerHeaderProps) {
  const { owner, shown, heading, name, isDeleted, children } = props
  const { activate, deactivate, remove } = props.actions
  const [isAsking, setIsAsking] = useState(false)
  const ask = () => {
    remove.reset()
    setIsAsking(true)
  }
  return (
    <>
      <PageHeader
        title={heading}
        before={<BackLink to={owner.listPath} label={`${owner.title}s`} />}
        actions={
          !isDeleted && (
            <>
              {children}
              <StatusMenu
                thing={owner.kind}
                shown={shown}
                isActive={shown.status === 'ACTIVE'}
                isBusy={activate.isPending || deactivate.isPending}
                onActivate={() => activate.mutate()}
                onDeactivate={() => deactivate.mutate()}
                onDelete={ask}
              />
            </>
          )
        }
      />
      <ConfirmDialog
        opened={isAsking}
        title={`Delete ${owner.kind}`}
        cancelLabel="Cancel"
        confirmLabel="Delete"
        isBusy={remove.isPending}
        error={remove.error === null ? undefined : messageOf(remove.error)}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        “{truncateMiddle(name, 80)}” will be deleted with its {owner.deletedWith} and notifications. This cannot be
        undone.
      </ConfirmDialog>
    </>
  )
}
