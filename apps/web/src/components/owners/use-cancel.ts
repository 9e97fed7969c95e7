import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { usePageNavigate } from '../../lib/navigation/use-page-navigate.ts'
import { deleteDraft } from '../../lib/owners/delete-draft.ts'
import type { OwnerKind } from '../../lib/owners/owner-kind.ts'

/** Gives a draft up: it is deleted, with a way back for a while. */
export function useCancel(
  owner: OwnerKind<unknown, never, unknown>,
  id: string,
  { beforeLeaving, end }: { beforeLeaving: () => Promise<unknown>; end: () => Promise<void> },
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const navigateOnPage = usePageNavigate()
  const isGivenUp = useRef(false)
  const cancel = useMutation({
    mutationFn: beforeLeaving,
    onSuccess: async () => {
      await end()
      await navigateOnPage(owner.listPath, { replace: true })
      deleteDraft(client, owner, id, () => void navigate(owner.draftPath(id)))
    },
    onError: () => {
      isGivenUp.current = false
    },
  })
  return {
    isGivenUp,
    isCancelling: cancel.isPending,
    cancel: () => {
      if (isGivenUp.current) return
      isGivenUp.current = true
      cancel.mutate()
    },
  }
}
