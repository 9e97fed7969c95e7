import { useQueryClient } from '@tanstack/react-query'
import { paths } from '../../../lib/navigation/paths.ts'
import { DraftList } from '../../../components/list/draft-list.tsx'
import { deleteReceiverDraft } from '../delete-receiver-draft.ts'
import { useReceiverDrafts } from '../receiver-queries.ts'

/** The receivers that were begun and not created. */
export function ReceiverDrafts() {
  const client = useQueryClient()
  const { data = [] } = useReceiverDrafts()
  const drafts = data.map((draft) => ({ ...draft, title: draft.name, path: paths.receiver(draft.id) }))
  return <DraftList drafts={drafts} onDelete={(id) => deleteReceiverDraft(client, id)} />
}
