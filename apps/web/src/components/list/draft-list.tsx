import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import { deleteDraft } from '../../lib/owners/delete-draft.ts'
import type { DraftItem, OwnerKind } from '../../lib/owners/owner-kind.ts'
import { useViewOnly } from '../../lib/session/account.ts'
import { useHiddenIds } from '../../lib/api/pending-deletions.ts'
import { Panel } from '../ui/layout/panel.tsx'
import { RelativeTime } from '../ui/feedback/relative-time.tsx'
import classes from './draft-list.module.css'

interface DraftListProps {
  owner: Pick<OwnerKind<unknown, never, unknown>, 'kind' | 'remove' | 'draftPath'>
  drafts: readonly DraftItem[]
}

/** What was begun and not created, above what was; nothing where there is none. */
export function DraftList({ owner, drafts }: DraftListProps) {
  const client = useQueryClient()
  const hidden = useHiddenIds()
  const [isOpen, { toggle }] = useDisclosure(false)
  const listId = useId()
  const viewOnly = useViewOnly()
  const shown = drafts.filter(({ id }) => !hidden.includes(id))
  if (shown.length === 0) return null
  return (
    <div className={classes.panel}>
      <Panel flush>
        <UnstyledButton className={classes.head ?? ''} aria-expanded={isOpen} aria-controls={listId} onClick={toggle}>
          <IconChevronRight size={16} aria-hidden className={classes.chevron} data-open={isOpen || undefined} />
          {shown.length === 1 ? '1 draft' : `${shown.length} drafts`}
        </UnstyledButton>
        <ul id={listId} hidden={!isOpen} aria-label="Drafts" className={classes.list}>
          {shown.map(({ id, title, updatedAt }) => (
            <li key={id} className={classes.draft}>
              <span className={classes.name}>{title}</span>
              <span className={classes.age}>
                Saved <RelativeTime at={updatedAt} />
              </span>
              {viewOnly.disabled ? (
                <Button {...viewOnly} variant="default" aria-label={`Continue ${title}`}>
                  Continue
                </Button>
              ) : (
                <Button component={Link} to={owner.draftPath(id)} variant="default" aria-label={`Continue ${title}`}>
                  Continue
                </Button>
              )}
              <ActionIcon {...viewOnly} aria-label={`Delete ${title}`} onClick={() => deleteDraft(client, owner, id)}>
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}
