import { pageSizes } from '@knockwire/domain/page'
import { Skeleton } from '@mantine/core'
import classes from './task-list.module.css'

const rows = Array.from({ length: pageSizes.tasks }, (_, row) => row)

/** The list's final shape while it loads, with the words for it [TL-16]. */
export function TaskListSkeleton({ isPhone }: { isPhone: boolean }) {
  return (
    <div role="status">
      <p className={classes.loading}>Loading task list...</p>
      {rows.map((row) => (isPhone ? <CardSkeleton key={row} row={row} /> : <RowSkeleton key={row} row={row} />))}
    </div>
  )
}

/** Names and URLs differ in length, as they will. */
const nameWidth = (row: number) => `${45 + ((row * 17) % 35)}%`
const urlWidth = (row: number) => `${50 + ((row * 23) % 40)}%`

function RowSkeleton({ row }: { row: number }) {
  return (
    <div className={classes.skeletonRow} aria-hidden>
      <Skeleton height={12} width={nameWidth(row)} />
      <Skeleton height={12} width={urlWidth(row)} />
      <Skeleton height={28} width={104} />
      <Skeleton height={16} width={138} className={classes.runs} />
      <Skeleton height={28} width={88} />
      <Skeleton height={40} width={84} />
    </div>
  )
}

function CardSkeleton({ row }: { row: number }) {
  return (
    <div className={classes.skeletonCard} aria-hidden>
      <Skeleton height={12} width={nameWidth(row)} />
      <Skeleton height={12} width={urlWidth(row)} />
      <Skeleton height={28} width="70%" />
      <Skeleton height={40} width="40%" />
    </div>
  )
}
