import { pageSizes } from '@knockwire/domain/page-sizes'
import { Skeleton } from '@mantine/core'
import { Panel } from '../../../components/ui/panel.tsx'
import classes from './requests.module.css'

const rows = Array.from({ length: pageSizes.receiverHistory / 2 }, (_, row) => row)

/** The table's shape while it loads, with its loading text [RH-09]. */
export function RequestHistorySkeleton() {
  return (
    <div role="status" className={classes.history}>
      <p className={classes.live}>Loading receiver history...</p>
      <Panel flush>
        {rows.map((row) => (
          <div key={row} className={classes.skeletonRow} aria-hidden>
            <Skeleton height={12} width={`${50 + ((row * 17) % 30)}%`} />
            <Skeleton height={16} width={44} />
            <Skeleton height={12} width={32} />
            <Skeleton height={12} width={`${45 + ((row * 23) % 30)}%`} />
          </div>
        ))}
      </Panel>
    </div>
  )
}
