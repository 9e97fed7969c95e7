import { ActionIcon, Button, Group, UnstyledButton } from '@mantine/core'
import { IconBookmarkPlus, IconPencil } from '@tabler/icons-react'
import type { ChartView } from '@knockwire/domain/charts/chart'
import { Suspense, useRef, useState } from 'react'
import { NotLoaded } from '../../../../components/ui/feedback/not-loaded.tsx'
import { useViewOnly } from '../../../../lib/session/account.ts'
import { useReturnFocus } from '../../../../lib/browser/focus.ts'
import { lazyPart } from '../../../../lib/navigation/lazy-part.ts'
import { useBookmarks } from './bookmark-queries.ts'
import type { ChartSelection } from '../chart-selection.ts'
import classes from '../bookmarks.module.css'

const BookmarkDialog = lazyPart(async () => (await import('./bookmark-dialog.tsx')).BookmarkDialog, {
  close: ({ onClose }) => onClose(),
})

interface BookmarkChipsProps {
  taskId: string
  selection: ChartSelection
}

/** What the dialog is open for: a bookmark, a new one, or nothing. */
type Editing = ChartView | 'new' | null

/** The named charts of a task: one click shows one. */
export const BookmarkChips = ({ taskId, selection }: BookmarkChipsProps) => {
  const bookmarks = useBookmarks(taskId)
  const [editing, setEditing] = useState<Editing>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const viewOnly = useViewOnly()
  const focus = useReturnFocus()
  const edit = (opened: Editing) => {
    focus.remember()
    setEditing(opened)
  }
  const close = () => {
    setEditing(null)
    focus.restore(() => adder.current)
  }
  const isShown = (chart: ChartView) => chart.source === selection.source && chart.property === selection.drawnProperty
  return (
    <Group gap="xs" role="group" aria-label="Bookmarks">
      {bookmarks.data === undefined && bookmarks.isError && (
        <NotLoaded what="The bookmarks" error={bookmarks.error} onRetry={() => void bookmarks.refetch()} />
      )}
      {bookmarks.data?.map((chart) => (
        <div key={chart.id} className={classes.chip} data-shown={isShown(chart) || undefined}>
          <UnstyledButton className={classes.name} aria-pressed={isShown(chart)} onClick={() => selection.show(chart)}>
            {chart.name}
          </UnstyledButton>
          <ActionIcon
            {...viewOnly}
            className={classes.edit}
            aria-label={`Edit bookmark ${chart.name}`}
            onClick={() => edit(chart)}
          >
            <IconPencil size={14} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        ref={adder}
        {...viewOnly}
        variant="subtle"
        leftSection={<IconBookmarkPlus size={16} aria-hidden />}
        onClick={() => edit('new')}
      >
        Add bookmark
      </Button>
      {editing !== null && (
        <Suspense fallback={null}>
          <BookmarkDialog
            taskId={taskId}
            bookmark={editing === 'new' ? null : editing}
            suggestion={selection}
            onSaved={selection.show}
            onClose={close}
          />
        </Suspense>
      )}
    </Group>
  )
}
