import type { DraftListItem } from '@knockwire/domain/tasks/task'
import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { Panel } from '../../../components/ui/panel.tsx'
import { RelativeTime } from '../../../components/ui/relative-time.tsx'
import { truncateMiddle } from '../../../lib/format.ts'
import { useDrafts } from '../task-queries.ts'
import { useHiddenIds } from '../../../lib/pending-deletions.ts'
import { deleteDraft } from './delete-draft.ts'
import classes from './draft-list.module.css'

/** The tasks that were begun and not created, above those that were; nothing where there are none. */
export function DraftList() {
  const { data = [] } = useDrafts()
  const hidden = useHiddenIds()
  const [isOpen, { toggle }] = useDisclosure(false)
  const listId = useId()
  const drafts = data.filter(({ id }) => !hidden.has(id))
  if (drafts.length === 0) return null
  return (
    <div className={classes.panel}>
      <Panel flush>
        <UnstyledButton className={classes.head ?? ''} aria-expanded={isOpen} aria-controls={listId} onClick={toggle}>
          <IconChevronRight size={16} aria-hidden className={classes.chevron} data-open={isOpen || undefined} />
          {drafts.length === 1 ? '1 draft' : `${drafts.length} drafts`}
        </UnstyledButton>
        <ul id={listId} hidden={!isOpen} aria-label="Drafts" className={classes.list}>
          {drafts.map((draft) => (
            <Draft key={draft.id} draft={draft} />
          ))}
        </ul>
      </Panel>
    </div>
  )
}

/** What a draft is called: its name, else the URL where one was typed. */
const titleOf = ({ name, uri }: DraftListItem): string =>
  name ?? (/^(https?:\/\/)?$/.test(uri) ? 'Unnamed draft' : truncateMiddle(uri, 80))

function Draft({ draft }: { draft: DraftListItem }) {
  const client = useQueryClient()
  const title = titleOf(draft)
  return (
    <li className={classes.draft}>
      <span className={classes.name}>{title}</span>
      <span className={classes.age}>
        Saved <RelativeTime at={draft.updatedAt} />
      </span>
      <Button component={Link} to={`/dashboard/drafts/${draft.id}`} variant="default" aria-label={`Continue ${title}`}>
        Continue
      </Button>
      <ActionIcon aria-label={`Delete ${title}`} onClick={() => deleteDraft(client, draft.id, () => {})}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}
