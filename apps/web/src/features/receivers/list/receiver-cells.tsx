import type { ReceiverListItem } from '@knockwire/domain/receivers/receiver'
import { CopyButton } from '../../../components/ui/fields/copy-button.tsx'
import { RelativeTime } from '../../../components/ui/feedback/relative-time.tsx'
import { CutUrl } from '../../../components/ui/layout/request-line.tsx'
import { StatusDot } from '../../../components/ui/feedback/status-dot.tsx'
import { exactNumber } from '../../../lib/format/format.ts'
import { heartbeatLabel } from '../expectation/heartbeat-labels.ts'
import listClasses from '../../../components/list/rows.module.css'
import classes from './receiver-list.module.css'

interface ReceiverProps {
  receiver: ReceiverListItem
}

export function Requests({ receiver: { requestCount, lastRequestAt, rejectedLastHour } }: ReceiverProps) {
  return (
    <span className={classes.requests}>
      {lastRequestAt === null ? (
        <span className={listClasses.muted}>None yet</span>
      ) : (
        <>
          {exactNumber(requestCount)}
          <span className={listClasses.muted}>
            last <RelativeTime at={lastRequestAt} />
          </span>
        </>
      )}
      {rejectedLastHour > 0 && (
        <span className={classes.rejected} title="See the history for the reason">
          {exactNumber(rejectedLastHour)} rejected in the last hour
        </span>
      )}
    </span>
  )
}

export function ReceiverUrl({ receiver }: ReceiverProps) {
  return (
    <span className={classes.url}>
      <CutUrl url={receiver.url} />
      <CopyButton value={receiver.url} label={`Copy URL of ${receiver.name}`} />
    </span>
  )
}

export function ReceiverState({ receiver }: ReceiverProps) {
  const isActive = receiver.status === 'ACTIVE'
  if (isActive && receiver.heartbeat) {
    const { label, tone } = heartbeatLabel(receiver.heartbeat.state, receiver.expectation)
    return <StatusDot withLabel tone={tone} label={label} />
  }
  return <StatusDot withLabel tone={isActive ? 'ok' : 'idle'} label={isActive ? 'Active' : 'Disabled'} />
}
