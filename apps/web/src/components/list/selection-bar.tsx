import { Button } from '@mantine/core'
import type { BulkActions } from './use-bulk-actions.tsx'
import classes from './list.module.css'
import type { Selection } from './use-selection.ts'

interface SelectionBarProps {
  selection: Selection
  actions: BulkActions
}

/** What can be done with the chosen rows. */
export function SelectionBar({ selection, actions }: SelectionBarProps) {
  const { ids, clear } = selection
  const run = (act: (ids: readonly string[]) => Promise<void>) => () => void act(ids).then(clear)
  return (
    <div role="toolbar" aria-label="Selected rows" className={classes.bar}>
      <span className={classes.chosen} role="status">
        {ids.length} selected
      </span>
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
