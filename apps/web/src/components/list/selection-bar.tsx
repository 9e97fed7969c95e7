import { Button } from '@mantine/core'
import { useState } from 'react'
import { exactNumber } from '../../lib/format.ts'
import type { BulkActions } from './use-bulk-actions.tsx'
import classes from './list.module.css'
import type { Selection } from './use-selection.ts'

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
  selection: Selection
  actions: BulkActions
  matching?: MatchingRows | undefined
}

/** What can be done with the chosen rows. */
export function SelectionBar({ selection, actions, matching }: SelectionBarProps) {
  const { ids, clear } = selection
  const [isExtended, setExtended] = useState(false)
  const isWholePage = matching !== undefined && ids.length === matching.shown && matching.total > matching.shown
  if (isExtended && isWholePage) return <MatchingBar matching={matching} onDone={clear} />
  const run = (act: (ids: readonly string[]) => Promise<void>) => () => void act(ids).then(clear)
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
      <Button variant="default" disabled={actions.isBusy} onClick={run(actions.activate)}>
        Activate
      </Button>
      <Button variant="default" disabled={actions.isBusy} onClick={run(actions.deactivate)}>
        Deactivate
      </Button>
      {ids.length === 1 && (
        <Button variant="default" disabled={actions.isBusy} onClick={run(actions.duplicate)}>
          Duplicate
        </Button>
      )}
      <Button variant="default" color="red" disabled={actions.isBusy} onClick={run(actions.remove)}>
        Delete
      </Button>
      <Button variant="subtle" onClick={clear}>
        Clear
      </Button>
    </div>
  )
}

/** Only what can be undone one by one is done with rows that are not seen. */
function MatchingBar({ matching, onDone }: { matching: MatchingRows; onDone: () => void }) {
  const [isBusy, setBusy] = useState(false)
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
      <Button variant="default" disabled={isBusy} onClick={() => void activate()}>
        Activate the disabled ones
      </Button>
      <Button variant="subtle" onClick={onDone}>
        Clear
      </Button>
    </div>
  )
}
