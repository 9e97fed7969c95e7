import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { isStatus, messageOf } from '../../lib/api/api-error.ts'
import { usePageNavigate } from '../../lib/navigation/use-page-navigate.ts'
import type { OwnerKind } from '../../lib/owners/owner-kind.ts'
import { useLeaveGuard } from '../ui/dialogs/leave-guard.tsx'
import { Notice } from '../ui/feedback/notice.tsx'

interface DeletedOwnerProps {
  owner: Pick<OwnerKind<unknown, never, unknown>, 'createDraft' | 'draftPath'>
  title: string
  action: string
  /** Saves what is typed as another one. */
  saveAs: (id: string) => Promise<unknown>
  /** What went with it, and what did not. */
  children: ReactNode
}

/** Over an owner that was deleted in another window while it was edited in this one: what was typed can become a new one. */
export function DeletedOwner({ owner, title, action, saveAs, children }: DeletedOwnerProps) {
  const navigate = usePageNavigate()
  const guard = useLeaveGuard()
  /** The draft of the first attempt: trying again goes on with it. */
  const draftId = useRef<string>(undefined)
  const create = useMutation({
    mutationFn: async () => {
      draftId.current ??= (await owner.createDraft()).id
      const id = draftId.current
      await saveAs(id)
      return id
    },
    onError: (error) => {
      // Deleted meanwhile: the next attempt makes another one.
      if (isStatus(error, 404)) draftId.current = undefined
    },
    onSuccess: async (id) => {
      guard.disable()
      await navigate(owner.draftPath(id), { replace: true })
    },
  })
  return (
    <Notice tone="bad" title={title}>
      {children}
      {create.error && <p role="alert">{messageOf(create.error)}</p>}
      <Group mt="xs">
        <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
          {action}
        </Button>
      </Group>
    </Notice>
  )
}
