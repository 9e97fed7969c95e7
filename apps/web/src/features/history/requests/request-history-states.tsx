import { pageSizes } from '@knockwire/domain/page'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { Skeleton } from '@mantine/core'
import { CopyButton } from '../../../components/ui/copy-button.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { Panel } from '../../../components/ui/panel.tsx'
import { CurlCommand } from '../../../components/ui/curl-command.tsx'
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

/** Before the first request: a live state, with ways to send one [RH-10]. */
export function NoRequestsYet({ receiver }: { receiver: ReceiverView }) {
  const isActive = receiver.status === 'ACTIVE'
  return (
    <Panel>
      <EmptyState
        icon={<span className={classes.pulse} data-live={isActive || undefined} />}
        title={isActive ? 'Waiting for requests...' : 'This receiver is disabled.'}
        action={<WaysToTry url={receiver.url} />}
      >
        {isActive
          ? 'Your first request will appear here as soon as it arrives. Point a webhook at the URL, or send one from a terminal.'
          : 'Callers get 404, and nothing is recorded. Activate it in the menu above first.'}
      </EmptyState>
    </Panel>
  )
}

const WaysToTry = ({ url }: { url: string }) => (
  <div className={classes.try}>
    <div className={classes.address}>
      <span className={classes.url}>{url}</span>
      <CopyButton value={url} label="Copy URL" />
    </div>
    <CurlCommand url={url} />
  </div>
)
