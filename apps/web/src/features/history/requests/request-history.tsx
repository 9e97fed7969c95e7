import { pageSizes } from '@knockwire/domain/page'
import {
  type ReceivedRequestRow,
  type ReceivedRequestView,
  ReceivedRequestWithPage,
  receiverPagePath,
  type ReceiverView,
} from '@knockwire/domain/receivers/receiver'
import { VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { EmptyState, ErrorState } from '../../../components/ui/empty-state.tsx'
import { ListPages } from '../../../components/ui/list-pages.tsx'
import { Panel } from '../../../components/ui/panel.tsx'
import { StatusDot } from '../../../components/ui/status-dot.tsx'
import { NoRequestsYet, RequestHistorySkeleton } from './request-history-states.tsx'
import classes from './requests.module.css'
import type { HistoryPage } from '../poll-with-cursor.ts'
import { useRequestHistory } from './request-queries.ts'
import { RequestsTable } from './requests-table.tsx'
import { useArrivals } from './use-arrivals.ts'
import { useLinkedRow } from '../use-linked-row.ts'
import { type OpenRows, useOpenRows } from '../use-open-rows.ts'
import { readPage, writePage } from '../../../lib/page-param.ts'
import { ReplayDialog } from './replay-dialog.tsx'

interface RequestHistoryProps {
  receiver: ReceiverView
  /** The request that the URL names. */
  requestId?: string | undefined
}

/** The requests a receiver has received, polled every two seconds. */
export function RequestHistory({ receiver, requestId }: RequestHistoryProps) {
  const [searchParams] = useSearchParams()
  const navigate = useNavigate()
  const listPath = `${receiverPagePath(receiver.id)}/executions`
  const linked = useLinkedRow({
    owner: { kind: 'receiver', id: receiver.id },
    rowId: requestId,
    listPath,
    schema: ReceivedRequestWithPage,
  })
  const page = requestId === undefined ? readPage(searchParams) : (linked.data?.page ?? 0)
  const openRows = useOpenRows(linked.data?.id)
  const history = useRequestHistory(receiver.id, page, !linked.isPending)
  const { data, refetch } = history
  const error = linked.error ?? history.error
  const arrivals = useArrivals(data)
  if (data === undefined) {
    return error === null ? (
      <RequestHistorySkeleton />
    ) : (
      <ErrorState title="The history could not be loaded." error={error} onRetry={() => void refetch()} />
    )
  }
  if (data.total === 0) return <NoRequestsYet receiver={receiver} />
  return (
    <LiveRequests
      receiver={receiver}
      data={data}
      page={page}
      openRows={openRows}
      arrivals={arrivals}
      linkedId={linked.data?.id}
      onTurn={(next) => void navigate({ pathname: listPath, search: writePage(next).toString() })}
    />
  )
}

interface LiveRequestsProps {
  receiver: ReceiverView
  data: HistoryPage<ReceivedRequestRow>
  page: number
  openRows: OpenRows
  linkedId: string | undefined
  arrivals: ReadonlySet<string>
  onTurn: (page: number) => void
}

function LiveRequests({ receiver, data, page, openRows, linkedId, arrivals, onTurn }: LiveRequestsProps) {
  const [replayed, setReplayed] = useState<ReceivedRequestView | null>(null)
  const [isReplaying, dialog] = useDisclosure(false)
  const replay = (request: ReceivedRequestView) => {
    setReplayed(request)
    dialog.open()
  }
  return (
    <div className={classes.history}>
      <LiveLine isActive={receiver.status === 'ACTIVE'} arrived={arrivals.size} />
      <Panel flush>
        {data.results.length === 0 ? (
          <EmptyState title="There are no requests on this page." />
        ) : (
          <RequestsTable
            requests={data.results}
            openRows={openRows}
            linkedId={linkedId}
            arrivals={arrivals}
            onReplay={replay}
          />
        )}
      </Panel>
      <ListPages
        total={data.total}
        pageSize={pageSizes.receiverHistory}
        page={page}
        things="requests"
        onChange={onTurn}
      />
      <ReplayDialog opened={isReplaying} request={replayed} onClose={dialog.close} />
    </div>
  )
}

interface LiveLineProps {
  isActive: boolean
  /** How many requests arrived in the last poll. */
  arrived: number
}

/** Says that the page is live, and announces arrivals to screen readers. */
function LiveLine({ isActive, arrived }: LiveLineProps) {
  return (
    <div className={classes.live}>
      {isActive ? (
        <>
          <StatusDot withLabel tone="busy" label="Live" />
          <span>New requests appear by themselves.</span>
        </>
      ) : (
        <>
          <StatusDot withLabel tone="idle" label="Disabled" />
          <span>Callers get 404, and nothing is recorded.</span>
        </>
      )}
      <VisuallyHidden role="status">{arrivalMessage(arrived)}</VisuallyHidden>
    </div>
  )
}

const arrivalMessage = (arrived: number): string => {
  if (arrived === 0) return ''
  return arrived === 1 ? 'A new request has come.' : `${arrived} new requests have come.`
}
