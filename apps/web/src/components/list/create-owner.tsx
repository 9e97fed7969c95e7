import { Anchor, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { messageOf } from '../../lib/api/api-error.ts'
import { ownerListKey } from '../../lib/api/query-keys.ts'
import { snackbar } from '../../lib/browser/snackbar.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { usePageNavigate } from '../../lib/navigation/use-page-navigate.ts'
import type { OwnerKind } from '../../lib/owners/owner-kind.ts'
import { useIsBillingConfigured, useViewOnly } from '../../lib/session/account.ts'
import { hasPlans } from '../../lib/session/instance.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import type { EmptyListTexts } from './owner-list-kind.ts'
import listClasses from './rows.module.css'

/** Has a draft made, and goes on at its page, where it is finished or given up. */
function useCreateDraft<Input>(owner: OwnerKind<unknown, Input, unknown>) {
  const client = useQueryClient()
  const navigate = usePageNavigate()
  return useMutation({
    mutationFn: async (example: Input | undefined) => {
      const { id } = await owner.createDraft()
      if (example !== undefined) await owner.save(id, example)
      return id
    },
    onSuccess: (id) => navigate(owner.draftPath(id)),
    onError: (error) => snackbar.error(messageOf(error)),
    // Also when rejected: perhaps the limit was reached elsewhere, and the list shows it.
    onSettled: () => void client.invalidateQueries({ queryKey: ownerListKey(owner.kind) }),
  })
}

interface CreateButtonProps {
  owner: OwnerKind<unknown, never, unknown>
  newDraftPath: string | undefined
  isLimitReached: boolean
}

/** At the limit it offers an upgrade, where there are plans [TL-19, TL-20, TL-21]. */
export function CreateButton({ owner, newDraftPath, isLimitReached }: CreateButtonProps) {
  const create = useCreateDraft<never>(owner)
  const navigate = usePageNavigate()
  const viewOnly = useViewOnly()
  const isSold = useIsBillingConfigured()
  if (!isLimitReached) {
    return (
      <Button
        data-create
        {...viewOnly}
        leftSection={<IconPlus size={16} aria-hidden />}
        loading={create.isPending}
        onClick={() => (newDraftPath === undefined ? create.mutate(undefined) : void navigate(newDraftPath))}
      >
        Create {owner.kind}
      </Button>
    )
  }
  return (
    <>
      <Button disabled>
        Create {owner.kind} ({hasPlans ? 'upgrade needed' : 'limit reached'})
      </Button>
      {isSold && (
        <Anchor component={Link} to={paths.account} className={listClasses.upgrade ?? ''}>
          Upgrade
        </Anchor>
      )}
    </>
  )
}

interface EmptyListProps<Input> {
  owner: OwnerKind<unknown, Input, unknown>
  empty: EmptyListTexts<Input>
}

/** No owners of the kind at all [TL-17, RL-06]: what one is good for, and one that works. */
export function EmptyList<Input>({ owner, empty }: EmptyListProps<Input>) {
  const example = empty.example()
  const tryExample = useCreateDraft(owner)
  const viewOnly = useViewOnly()
  return (
    <EmptyState
      icon={empty.icon}
      title={empty.title}
      action={
        <Button
          variant="default"
          {...viewOnly}
          loading={tryExample.isPending}
          onClick={() => tryExample.mutate(example)}
        >
          Start from this example
        </Button>
      }
    >
      <p>{empty.about}</p>
      <div className={empty.exampleClassName}>{empty.renderExample(example)}</div>
    </EmptyState>
  )
}
