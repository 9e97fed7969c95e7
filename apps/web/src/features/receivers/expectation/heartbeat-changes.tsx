import { useQuery } from '@tanstack/react-query'
import { DeliveryMark } from '../../../components/deliveries/delivery-mark.tsx'
import { NotLoaded } from '../../../components/ui/feedback/not-loaded.tsx'
import { RelativeTime } from '../../../components/ui/feedback/relative-time.tsx'
import { StatusDot } from '../../../components/ui/feedback/status-dot.tsx'
import { heartbeatChangesQuery } from '../heartbeat-history/heartbeat-queries.ts'
import { changeReason } from './change-reason.ts'
import classes from './expectation.module.css'
import { changeLabel } from './heartbeat-labels.ts'

const shown = 8

interface HeartbeatChangesProps {
  receiverId: string
  /** Of its state: the changes are read again with it. */
  since: string
}

/** When a heartbeat changed lately, why, and whether its notifications were delivered. */
export function HeartbeatChanges({ receiverId, since }: HeartbeatChangesProps) {
  const { data, error, refetch } = useQuery(heartbeatChangesQuery(receiverId, since))
  if (data === undefined && error !== null)
    return <NotLoaded error={error} what="The latest changes" onRetry={() => void refetch()} />
  if (data === undefined || data.results.length === 0) return null
  return (
    <ol className={classes.changes} aria-label="Latest changes">
      {data.results.slice(0, shown).map((change, index) => (
        <li key={change.id}>
          <StatusDot withLabel {...changeLabel(change.state)} />
          <span className={classes.reason}>{changeReason(change, data.results[index + 1])}</span>
          <DeliveryMark results={change.notificationResults} />
          <span className={classes.when}>
            <RelativeTime at={change.at} />
          </span>
        </li>
      ))}
    </ol>
  )
}
