import { pageSizes } from '@knockwire/domain/page'
import { Skeleton } from '@mantine/core'
import classes from './receiver-list.module.css'

const rows = Array.from({ length: pageSizes.receivers }, (_, row) => row)

/** The list's final shape while it loads, with the words for it [RL-07]. */
export function ReceiverListSkeleton({ isPhone }: { isPhone: boolean }) {
  return (
    <div role="status">
      <p className={classes.loading}>Loading receiver list...</p>
      {rows.map((row) => (
        <div key={row} className={isPhone ? classes.skeletonCard : classes.skeletonRow} aria-hidden>
          <Skeleton height={12} width={`${45 + ((row * 17) % 35)}%`} />
          <Skeleton height={12} width={`${60 + ((row * 23) % 30)}%`} />
          <Skeleton height={12} width={72} />
          <Skeleton height={40} width={84} />
        </div>
      ))}
    </div>
  )
}
