import type { ComponentProps } from 'react'
import classes from './table.module.css'

interface TableProps extends ComponentProps<'table'> {
  /** The head stays in sight while the rows scroll. */
  hasStickyHead?: boolean
}

/**
 * Mantine's table brings its scroll area and all of floating-ui: 22 KB of the task list. Rows and cells are the browser's own; a stylesheet
 * sets `--cell-block` and `--cell-inline` for other spacing.
 */
export const Table = ({ className = '', hasStickyHead = false, ...props }: TableProps) => (
  <table className={`${classes.table} ${className}`} data-sticky={hasStickyHead || undefined} {...props} />
)
