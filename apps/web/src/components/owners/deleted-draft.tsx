import { draftHours } from '@knockwire/domain/drafts'
import type { OwnerKind } from '../../lib/owners/owner-kind.ts'
import { DeletedOwner } from './deleted-owner.tsx'

interface DeletedDraftProps {
  owner: Pick<OwnerKind<unknown, never, unknown>, 'kind' | 'createDraft' | 'draftPath'>
  saveAs: (id: string) => Promise<unknown>
}

/** In the place of the buttons of a draft that was deleted while it was typed. */
export const DeletedDraft = ({ owner, saveAs }: DeletedDraftProps) => (
  <DeletedOwner owner={owner} title="This draft was deleted" action="Create a new draft" saveAs={saveAs}>
    It was deleted elsewhere, or after {draftHours} hours, with its notifications. What you typed is still here, and can
    become a new draft; {owner.kind === 'task' ? 'enter a saved password again.' : 'the new receiver has its own URL.'}
  </DeletedOwner>
)
