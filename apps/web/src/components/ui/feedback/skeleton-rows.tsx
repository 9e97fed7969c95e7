import { Skeleton, VisuallyHidden } from '@mantine/core'
import { Panel } from '../layout/panel.tsx'
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

interface HistorySkeletonRowsProps {
  /** The loading text of the screen. */
  label: string
  rows: number
}

/** A history's table while it loads: what stands above its rows says so. */
export const HistorySkeletonRows = ({ label, rows }: HistorySkeletonRowsProps) => (
  <div role="status">
    <Panel flush>
      <p className={classes.historyHead}>{label}</p>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.historyRow} aria-hidden>
          <Skeleton height={12} width={`${60 + ((row * 17) % 20)}%`} />
          <Skeleton height={12} width={`${30 + ((row * 23) % 30)}%`} />
          <Skeleton height={12} width={32} />
          <Skeleton height={12} width={48} />
        </div>
      ))}
    </Panel>
  </div>
)
