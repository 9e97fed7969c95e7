import { useEffect, useRef } from 'react'
import classes from './row-checkbox.module.css'
import type { Selection } from './use-selection.ts'

interface BoxProps {
  label: string
  checked: boolean
  indeterminate?: boolean
  onChange: () => void
}

/** The browser's own: Mantine's weighs as much as all else that a list adds. */
function Box({ label, checked, indeterminate = false, onChange }: BoxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <label className={classes.box}>
      <input
        ref={input}
        type="checkbox"
        className={classes.input}
        aria-label={label}
        checked={checked}
        onChange={onChange}
      />
    </label>
  )
}

/** Chooses a row; it lies above the row's link. */
export const RowCheckbox = ({ id, name, selection }: { id: string; name: string; selection: Selection }) => (
  <Box label={`Select ${name}`} checked={selection.isChosen(id)} onChange={() => selection.toggle(id)} />
)

/** Chooses all rows of the page, or none. */
export const SelectAll = ({ selection, count, things }: { selection: Selection; count: number; things: string }) => (
  <Box
    label={`Select all ${things} on this page`}
    checked={count > 0 && selection.ids.length === count}
    indeterminate={selection.ids.length > 0 && selection.ids.length < count}
    onChange={selection.toggleAll}
  />
)
