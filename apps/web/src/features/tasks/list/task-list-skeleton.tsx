import { pageSizes } from '@knockwire/domain/page'
import { Skeleton } from '@mantine/core'
import classes from './task-list.module.css'

const rows = Array.from({ length: pageSizes.tasks }, (_, row) => row)

/** The list's final shape while it loads, with the words for it [TL-16]. */
export function TaskListSkeleton({ isPhone }: { isPhone: boolean }) {
  return (
    <div role="status">
      <p className={classes.loading}>Loading task list...</p>
      {rows.map((row) => (
        <div key={row} className={isPhone ? classes.skeletonCard : classes.skeletonRow} aria-hidden>
          <Skeleton height={12} width={`${60 + ((row * 17) % 30)}%`} />
          <Skeleton height={12} width={`${50 + ((row * 23) % 40)}%`} />
          <Skeleton height={12} width="60%" />
          <Skeleton height={16} width="80%" />
        </div>
      ))}
    </div>
  )
}
