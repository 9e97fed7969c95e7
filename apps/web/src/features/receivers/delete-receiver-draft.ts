import type { QueryClient } from '@tanstack/react-query'
import { ignoreNotFound, messageOf } from '../../lib/api/api-error.ts'
import { deleteSoon } from '../../lib/api/pending-deletions.ts'
import { snackbar } from '../../lib/browser/snackbar.ts'
import { deleteReceiver, removeReceiverCache } from './receiver-queries.ts'

/** Gives a draft up, and offers to take it back for ten seconds; it is deleted after that, or when the page is left. */
export const deleteReceiverDraft = (client: QueryClient, draftId: string, onUndo: () => void = () => {}): void =>
  void deleteSoon({
    ids: [draftId],
    message: 'Draft deleted',
    onUndo,
    commit: async (isKeptAlive) => {
      try {
        await deleteReceiver(draftId, { isKeptAlive }).catch(ignoreNotFound)
        await removeReceiverCache(client, draftId)
      } catch (error) {
        snackbar.error(messageOf(error))
      }
    },
  })

/** Deletes it where the server finds that nothing was saved in it. */
export async function deleteUntouchedReceiver(client: QueryClient, draftId: string): Promise<void> {
  await deleteReceiver(draftId, { untouched: true }).catch(ignoreNotFound)
  await removeReceiverCache(client, draftId)
}
