import type { QueryClient } from '@tanstack/react-query'
import { ignoreNotFound, messageOf } from '../api/api-error.ts'
import { deleteSoon } from '../api/pending-deletions.ts'
import { snackbar } from '../browser/snackbar.ts'
import type { OwnerKind } from './owner-kind.ts'
import { removeOwnerCache } from './owner-queries.ts'

type Kind = Pick<OwnerKind<unknown, never, unknown>, 'kind' | 'remove'>

/** Gives a draft up, and offers to take it back for ten seconds; it is deleted after that, or when the page is left. */
export const deleteDraft = (client: QueryClient, owner: Kind, draftId: string, onUndo: () => void = () => {}): void =>
  void deleteSoon({
    ids: [draftId],
    message: 'Draft deleted',
    onUndo,
    commit: async (isKeptAlive) => {
      try {
        await owner.remove(draftId, { isKeptAlive }).catch(ignoreNotFound)
        await removeOwnerCache(client, owner, draftId)
      } catch (error) {
        snackbar.error(messageOf(error))
      }
    },
  })

/** Deletes it where the server finds that nothing was saved in it. */
export async function deleteUntouchedDraft(client: QueryClient, owner: Kind, draftId: string): Promise<void> {
  await owner.remove(draftId, { untouched: true }).catch(ignoreNotFound)
  await removeOwnerCache(client, owner, draftId)
}
