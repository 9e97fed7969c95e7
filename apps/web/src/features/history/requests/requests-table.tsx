import type { ReceivedRequestRow, ReceivedRequestView } from '@knockwire/domain/receivers/receiver'
import { Table } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { DeliveryMark } from '../../../components/deliveries/delivery-mark.tsx'
import { MethodBadge } from '../../../components/ui/request-line.tsx'
import { HistoryRow, HistoryTable } from '../history-table.tsx'
import type { OpenRows } from '../use-open-rows.ts'
import { LoadedRequest } from './request-details.tsx'
import classes from './requests.module.css'

interface RequestsTableProps {
  requests: readonly ReceivedRequestRow[]
  openRows: OpenRows
  /** The request that the URL names: it is scrolled into view and highlighted. */
  linkedId: string | undefined
  /** The requests that arrived in the last poll: they slide in. */
  arrivals: ReadonlySet<string>
  onReplay: (request: ReceivedRequestView) => void
}

export const RequestsTable = ({ requests, openRows, linkedId, arrivals, onReplay }: RequestsTableProps) => (
  <HistoryTable
    label="Requests"
    className={classes.table}
    head={
      <>
        <Table.Th>Request Method</Table.Th>
        <Table.Th>Status Code</Table.Th>
        <Table.Th>Remote Address</Table.Th>
      </>
    }
  >
    {requests.map((request) => (
      <HistoryRow
        key={request.id}
        detailsId={`request-${request.id}`}
        at={request.createdAt}
        isOpen={openRows.isOpen(request.id)}
        onToggle={() => openRows.toggle(request.id)}
        isLinked={request.id === linkedId}
        row={{ className: classes.row, 'data-new': arrivals.has(request.id) || undefined }}
        cells={
          <>
            <Table.Td>
              <MethodBadge method={request.httpMethod} />
            </Table.Td>
            <Table.Td>
              <StatusCode request={request} />
            </Table.Td>
            <Table.Td>
              <span className={classes.lastCell}>
                <span className={classes.remote}>{request.remoteAddress}</span>
                <DeliveryMark results={request.notificationResults} />
              </span>
            </Table.Td>
          </>
        }
        details={<LoadedRequest row={request} onReplay={onReplay} />}
      />
    ))}
  </HistoryTable>
)

function StatusCode({ request }: { request: ReceivedRequestRow }) {
  if (!request.hasErrors) return request.responseCode
  return (
    <span className={classes.failed}>
      {request.responseCode}
      <IconAlertTriangle size={16} aria-label="with errors" />
    </span>
  )
}
