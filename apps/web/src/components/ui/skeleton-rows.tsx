import { Skeleton, VisuallyHidden } from '@mantine/core'
import classes from './skeleton-rows.module.css'

interface SkeletonRowsProps {
  /** The loading text of the screen, such as "Loading task list...". */
  label: string
  rows?: number
  rowHeight?: number
}

/** A list's final shape while it loads, announced to screen readers. */
export function SkeletonRows({ label, rows = 10, rowHeight = 56 }: SkeletonRowsProps) {
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.row} style={{ height: rowHeight }} aria-hidden>
          <Skeleton height={12} width={`${18 + ((row * 7) % 12)}%`} />
          <Skeleton height={12} width={`${28 + ((row * 11) % 16)}%`} />
          <Skeleton height={12} width="12%" />
        </div>
      ))}
    </div>
  )
}
