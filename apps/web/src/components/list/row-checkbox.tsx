import { Checkbox } from '@mantine/core'
import classes from './row-checkbox.module.css'
import type { Selection } from './use-selection.ts'

/** Chooses a row; it lies above the row's link. */
export const RowCheckbox = ({ id, name, selection }: { id: string; name: string; selection: Selection }) => (
  <Checkbox
    className={classes.box ?? ''}
    aria-label={`Select ${name}`}
    checked={selection.isChosen(id)}
    onChange={() => selection.toggle(id)}
  />
)

/** Chooses all rows of the page, or none. */
export const SelectAll = ({ selection, count, things }: { selection: Selection; count: number; things: string }) => (
  <Checkbox
    className={classes.box ?? ''}
    aria-label={`Select all ${things} on this page`}
    checked={count > 0 && selection.ids.length === count}
    indeterminate={selection.ids.length > 0 && selection.ids.length < count}
    onChange={selection.toggleAll}
  />
)
