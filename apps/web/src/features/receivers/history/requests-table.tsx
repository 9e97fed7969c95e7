import type { ReceivedRequestView } from '@knockwire/domain/receivers/receiver'
import { Table } from '@mantine/core'
import classes from './history.module.css'
import { RequestRow } from './request-row.tsx'
import type { OpenRows } from './use-open-rows.ts'

interface RequestsTableProps {
  requests: readonly ReceivedRequestView[]
  openRows: OpenRows
  arrivals: ReadonlySet<string>
  onReplay: (request: ReceivedRequestView) => void
}

export function RequestsTable({ requests, openRows, arrivals, onReplay }: RequestsTableProps) {
  return (
    <div className={classes.tableScroll}>
      <Table aria-label="Requests" verticalSpacing={4} horizontalSpacing="sm" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Date</Table.Th>
            <Table.Th>Request Method</Table.Th>
            <Table.Th>Status Code</Table.Th>
            <Table.Th>Remote Address</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {requests.map((request) => (
            <RequestRow
              key={request.id}
              request={request}
              isOpen={openRows.openIds.has(request.id)}
              isNew={arrivals.has(request.id)}
              onToggle={() => openRows.toggle(request.id)}
              onReplay={() => onReplay(request)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
