import type { ReceivedRequestRow, ReceivedRequestView } from '@knockwire/domain/receivers/receiver'
import { IconAlertTriangle } from '@tabler/icons-react'
import { DeliveryMark } from '../../../components/deliveries/delivery-mark.tsx'
import { preloadViewer } from '../../../components/inspect/viewer.ts'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { MethodBadge } from '../../../components/ui/layout/request-line.tsx'
import { bytes } from '../../../lib/format/format.ts'
import { HistoryRow, HistoryTable, type RowTone } from '../table/history-table.tsx'
import { type DetailsSource, prefetchDetails, RowDetails } from '../table/row-details.tsx'
import type { OpenRows } from '../feed/use-open-rows.ts'
import classes from './requests.module.css'
import { SignalChip } from './signal/request-signal.tsx'
import { schemaOf } from '../../../lib/api/schemas.ts'

const load = () => import('./request-details.tsx')
const RequestDetails = lazyPart(async () => (await load()).RequestDetails)

/** Loads what an opened row shows. */
const preload = async () => {
  const [details] = await Promise.all([load(), RequestDetails.preload(), preloadViewer()])
  return details.prepareRequest
}

const sourceOf = (row: ReceivedRequestRow): DetailsSource<ReceivedRequestView> => ({
  owner: { kind: 'receiver', id: row.receiverId },
  row,
  schema: schemaOf('ReceivedRequestWithPage'),
  preload,
})

interface RequestsTableProps {
  requests: readonly ReceivedRequestRow[]
  openRows: OpenRows
  linkedId: string | undefined
  /** The requests that arrived with the last poll: they slide in. */
  arrived: readonly string[]
  onReplay: (request: ReceivedRequestView) => void
  onDelete: (request: ReceivedRequestView) => void
}

const columns = ['Request Method', 'Request', 'Status Code', 'Remote Address']

export const RequestsTable = ({ requests, openRows, linkedId, arrived, onReplay, onDelete }: RequestsTableProps) => (
  <HistoryTable label="Requests" className={classes.table} columns={columns} preload={preload}>
    {requests.map((request) => (
      <HistoryRow
        key={request.id}
        detailsId={`request-${request.id}`}
        at={request.createdAt}
        tone={toneOf(request)}
        isOpen={openRows.isOpen(request.id)}
        onPress={() => prefetchDetails(sourceOf(request))}
        onToggle={() => openRows.toggle(request.id)}
        isLinked={request.id === linkedId}
        isNew={arrived.includes(request.id)}
        row={{ className: classes.row }}
        cells={[
          <MethodBadge key="method" method={request.httpMethod} />,
          <RequestSummary key="request" request={request} />,
          <StatusCode key="code" request={request} />,
          <span key="remote" className={classes.lastCell}>
            <span className={classes.remote}>{request.remoteAddress}</span>
            <DeliveryMark results={request.notificationResults} />
          </span>,
        ]}
        details={
          <RowDetails source={sourceOf(request)}>
            {(details) => (
              <RequestDetails request={details} onReplay={() => onReplay(details)} onDelete={() => onDelete(details)} />
            )}
          </RowDetails>
        }
      />
    ))}
  </HistoryTable>
)

const toneOf = ({ hasErrors, responseCode }: ReceivedRequestRow): RowTone => {
  if (hasErrors) return 'bad'
  return responseCode >= 400 ? 'warn' : null
}

/** What tells one request from another: what it says to the heartbeat, its event, its path and query, and what kind of body it has. */
function RequestSummary({
  request: { event, signal, target, contentType, requestBytes },
}: {
  request: ReceivedRequestRow
}) {
  return (
    <span className={classes.what}>
      {signal !== null && <SignalChip signal={signal} />}
      {event !== null && (
        <span className={classes.event} title={event}>
          {event}
        </span>
      )}
      <span className={classes.target} title={target}>
        {target}
      </span>
      <span className={classes.kind}>
        {requestBytes > 0 && contentType !== null && `${contentType.split(';')[0]} · `}
        {requestBytes === 0 ? 'no body' : bytes(requestBytes)}
      </span>
    </span>
  )
}

function StatusCode({ request }: { request: ReceivedRequestRow }) {
  if (!request.hasErrors) return request.responseCode
  return (
    <span className={classes.failed}>
      {request.responseCode}
      <IconAlertTriangle size={16} role="img" aria-label="with errors" />
    </span>
  )
}
