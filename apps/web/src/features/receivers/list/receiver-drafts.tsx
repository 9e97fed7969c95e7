import { useQueryClient } from '@tanstack/react-query'
import { DraftList } from '../../../components/list/draft-list.tsx'
import { ignoreNotFound, messageOf } from '../../../lib/api-error.ts'
import { deleteSoon } from '../../../lib/pending-deletions.ts'
import { snackbar } from '../../../lib/snackbar.ts'
import { deleteReceiver, receiverPath, removeReceiverCache, useReceiverDrafts } from '../receiver-queries.ts'

/** The receivers that were begun and not created. */
export function ReceiverDrafts() {
  const client = useQueryClient()
  const { data = [] } = useReceiverDrafts()
  const remove = (draftId: string) =>
    deleteSoon({
      ids: [draftId],
      message: 'Draft deleted',
      commit: async (isKeptAlive) => {
        try {
          await deleteReceiver(draftId, { isKeptAlive }).catch(ignoreNotFound)
          await removeReceiverCache(client, draftId)
        } catch (error) {
          snackbar.error(messageOf(error))
        }
      },
    })
  const drafts = data.map((draft) => ({ ...draft, title: draft.name, path: receiverPath(draft.id) }))
  return <DraftList drafts={drafts} onDelete={remove} />
}
