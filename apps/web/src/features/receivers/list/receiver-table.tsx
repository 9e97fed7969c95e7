import { pageSizes } from '@knockwire/domain/page-sizes'
import type { ReceiverListItem } from '@knockwire/domain/receivers/receiver'
import { Button, Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../../lib/navigation/paths.ts'
import { RowCheckbox, SelectAll } from '../../../components/list/row-checkbox.tsx'
import { useRowOpen } from '../../../components/list/use-row-open.ts'
import type { Selection } from '../../../components/list/use-selection.ts'
import { CopyButton } from '../../../components/ui/fields/copy-button.tsx'
import { RelativeTime } from '../../../components/ui/feedback/relative-time.tsx'
import { CutUrl } from '../../../components/ui/layout/request-line.tsx'
import { StatusDot } from '../../../components/ui/feedback/status-dot.tsx'
import { exactNumber } from '../../../lib/format/format.ts'
import { heartbeatLabels } from '../expectation/heartbeat-labels.ts'
import { Table } from '../../../components/ui/layout/table.tsx'
import listClasses from '../../../components/list/rows.module.css'
import classes from './receiver-list.module.css'

interface ReceiverProps {
  receiver: ReceiverListItem
}

function ReceiverName({ receiver, selection }: ReceiverProps & { selection: Selection }) {
  return (
    <span className={classes.name}>
      <RowCheckbox id={receiver.id} name={receiver.name} selection={selection} />
      <Link to={paths.receiver(receiver.id)} className={classes.nameLink} title={receiver.name} data-row-link>
        <span className={listClasses.nameText}>{receiver.name}</span>
      </Link>
    </span>
  )
}

function Requests({ receiver: { requestCount, lastRequestAt, rejectedLastHour } }: ReceiverProps) {
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

function ReceiverUrl({ receiver }: ReceiverProps) {
  return (
    <span className={classes.url}>
      <CutUrl url={receiver.url} />
      <CopyButton value={receiver.url} label={`Copy URL of ${receiver.name}`} />
    </span>
  )
}

function ReceiverState({ receiver }: ReceiverProps) {
  const isActive = receiver.status === 'ACTIVE'
  if (isActive && receiver.heartbeat) {
    const { label, tone } = heartbeatLabels[receiver.heartbeat.state]
    return <StatusDot withLabel tone={tone} label={label} />
  }
  return <StatusDot withLabel tone={isActive ? 'ok' : 'idle'} label={isActive ? 'Active' : 'Disabled'} />
}

function HistoryButton({ receiver }: ReceiverProps) {
  return (
    <Button
      component={Link}
      to={paths.history({ kind: 'receiver', id: receiver.id })}
      variant="subtle"
      color="gray"
      px={8}
      className={listClasses.history}
      aria-label={`History of ${receiver.name}`}
    >
      History
    </Button>
  )
}

interface ReceiversProps {
  receivers: readonly ReceiverListItem[]
  selection: Selection
}

export function ReceiverTable({ receivers, selection }: ReceiversProps) {
  const open = useRowOpen()
  return (
    <Table className={listClasses.table} aria-label="Receivers">
      <thead>
        <tr>
          <th className={classes.nameColumn}>
            <span className={classes.name}>
              <SelectAll selection={selection} count={receivers.length} things="receivers" />
              Name
            </span>
          </th>
          <th>URL</th>
          <th className={classes.requestsColumn}>Requests</th>
          <th className={classes.statusColumn}>Status</th>
          <th className={classes.actionColumn}>Action</th>
        </tr>
      </thead>
      <tbody>
        {receivers.map((receiver) => (
          <tr key={receiver.id} className={classes.row} data-list-row {...open(paths.receiver(receiver.id))}>
            <td>
              <ReceiverName receiver={receiver} selection={selection} />
            </td>
            <td>
              <ReceiverUrl receiver={receiver} />
            </td>
            <td>
              <Requests receiver={receiver} />
            </td>
            <td>
              <ReceiverState receiver={receiver} />
            </td>
            <td>
              <HistoryButton receiver={receiver} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The table's rows on a phone. */
export function ReceiverCards({ receivers, selection }: ReceiversProps) {
  const open = useRowOpen()
  return (
    <ul className={listClasses.cards} aria-label="Receivers">
      {receivers.map((receiver) => (
        <li key={receiver.id} className={classes.card} data-list-row {...open(paths.receiver(receiver.id))}>
          <div className={listClasses.cardHead}>
            <ReceiverName receiver={receiver} selection={selection} />
            <HistoryButton receiver={receiver} />
          </div>
          <ReceiverUrl receiver={receiver} />
          <div className={listClasses.cardRow}>
            <ReceiverState receiver={receiver} />
            <Requests receiver={receiver} />
          </div>
        </li>
      ))}
    </ul>
  )
}

const rows = Array.from({ length: pageSizes.receivers }, (_, row) => row)

/** The list's final shape while it loads, with its loading text [RL-07]. */
export function ReceiverListSkeleton({ isPhone }: { isPhone: boolean }) {
  return (
    <div role="status">
      <p className={listClasses.loading}>Loading receiver list...</p>
      {rows.map((row) => (
        <div key={row} className={isPhone ? classes.skeletonCard : classes.skeletonRow} aria-hidden>
          <Skeleton height={12} width={`${45 + ((row * 17) % 35)}%`} />
          <Skeleton height={12} width={`${60 + ((row * 23) % 30)}%`} />
          <Skeleton height={12} width={72} />
          <Skeleton height="var(--kw-control)" width={84} />
        </div>
      ))}
    </div>
  )
}
