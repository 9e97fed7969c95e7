import { Button } from '@mantine/core'
import { useState } from 'react'
import { useViewOnly } from '../../lib/session/account.ts'
import { exactNumber } from '../../lib/format/format.ts'
import type { BulkActions } from './use-bulk-actions.tsx'
import classes from './list.module.css'
import { DeleteRowsDialog } from './delete-rows-dialog.tsx'
import type { SelectableRow, Selection } from './use-selection.ts'

/** What can be done with everything that the list's filter matches, on whichever page. */
export interface MatchingRows {
  /** How many of them stand on this page, and in all. */
  shown: number
  total: number
  /** "tasks" */
  things: string
  activate: () => Promise<void>
}

interface SelectionBarProps {
  /** "task": its plural has an s. */
  thing: string
  selection: Selection
  actions: BulkActions
  matching?: MatchingRows | undefined
}

/** What can be done with the chosen rows. */
export function SelectionBar({ thing, selection, actions, matching }: SelectionBarProps) {
  const { ids, rows, clear } = selection
  const [question, setQuestion] = useState<readonly SelectableRow[] | null>(null)
  const [isExtended, setExtended] = useState(false)
  const viewOnly = useViewOnly()
  const isWholePage = matching !== undefined && ids.length === matching.shown && matching.total > matching.shown
  if (isExtended && isWholePage) return <MatchingBar matching={matching} onDone={clear} />
  const run = (act: (ids: readonly string[]) => Promise<void>) => () => void act(ids).then(clear)
  const remove = (removed: readonly SelectableRow[], deactivate: boolean) =>
    void actions
      .remove(
        removed.map(({ id }) => id),
        deactivate,
      )
      .then(clear)
  return (
    <div role="toolbar" aria-label="Selected rows" className={classes.bar}>
      <span className={classes.chosen} role="status">
        {ids.length} selected
      </span>
      {isWholePage && (
        <Button variant="subtle" onClick={() => setExtended(true)}>
          Select all {exactNumber(matching.total)} that match
        </Button>
      )}
      <Button variant="default" disabled={actions.isBusy} {...viewOnly} onClick={run(actions.activate)}>
        Activate
      </Button>
      <Button variant="default" disabled={actions.isBusy} {...viewOnly} onClick={run(actions.deactivate)}>
        Deactivate
      </Button>
      {ids.length === 1 && (
        <Button variant="default" disabled={actions.isBusy} {...viewOnly} onClick={run(actions.duplicate)}>
          Duplicate
        </Button>
      )}
      <Button
        variant="default"
        color="red"
        disabled={actions.isBusy}
        {...viewOnly}
        onClick={() => (rows.some(({ isActive }) => isActive) ? setQuestion(rows) : remove(rows, false))}
      >
        Delete
      </Button>
      <Button variant="subtle" onClick={clear}>
        Clear
      </Button>
      <DeleteRowsDialog
        thing={thing}
        rows={question}
        onCancel={() => setQuestion(null)}
        onConfirm={(confirmed) => {
          setQuestion(null)
          remove(confirmed, true)
        }}
      />
    </div>
  )
}

/** Only what can be undone one by one is done with rows that are not seen. */
function MatchingBar({ matching, onDone }: { matching: MatchingRows; onDone: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const viewOnly = useViewOnly()
  const activate = async () => {
    setBusy(true)
    await matching.activate()
    onDone()
  }
  return (
    <div role="toolbar" aria-label="Selected rows" className={classes.bar}>
      <span className={classes.chosen} role="status">
        All {exactNumber(matching.total)} {matching.things} that match
      </span>
      <Button variant="default" disabled={isBusy} {...viewOnly} onClick={() => void activate()}>
        Activate the disabled ones
      </Button>
      <Button variant="subtle" onClick={onDone}>
        Clear
      </Button>
    </div>
  )
}
