import type { DraftListItem } from '@knockwire/domain/tasks/task'
import { useQueryClient } from '@tanstack/react-query'
import { paths } from '../../../lib/navigation/paths.ts'
import { DraftList } from '../../../components/list/draft-list.tsx'
import { truncateMiddle } from '../../../lib/format/format.ts'
import { useDrafts } from '../task-queries.ts'
import { deleteDraft } from './delete-draft.ts'

/** The tasks that were begun and not created. */
export function TaskDrafts() {
  const client = useQueryClient()
  const { data = [] } = useDrafts()
  const drafts = data.map((draft) => ({ ...draft, title: titleOf(draft), path: paths.draft(draft.id) }))
  return <DraftList drafts={drafts} onDelete={(id) => deleteDraft(client, id, () => {})} />
}

/** What a draft is called: its name, else the URL where one was typed. */
const titleOf = ({ name, uri }: DraftListItem): string =>
  name ?? (/^(https?:\/\/)?$/.test(uri) ? 'Unnamed draft' : truncateMiddle(uri, 80))
