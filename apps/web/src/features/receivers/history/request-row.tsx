import type { ReceivedRequestView } from '@knockwire/domain/receivers/receiver'
import { Table, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react'
import { DeliveryMark } from '../../../components/inspect/delivery-mark.tsx'
import { MethodBadge } from '../../../components/ui/method-badge.tsx'
import { RelativeTime } from '../../../components/ui/relative-time.tsx'
import classes from './history.module.css'
import { RequestDetails } from './request-details.tsx'

interface RequestRowProps {
  request: ReceivedRequestView
  isOpen: boolean
  /** It came while one was watching, so it slides in. */
  isNew: boolean
  onToggle: () => void
  onReplay: () => void
}

export function RequestRow({ request, isOpen, isNew, onToggle, onReplay }: RequestRowProps) {
  const detailsId = `request-${request.id}`
  return (
    <>
      <Table.Tr className={classes.row} data-new={isNew || undefined} onClick={onToggle}>
        <Table.Td>
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={(event) => {
              event.stopPropagation()
              onToggle()
            }}
          >
            <IconChevronRight size={14} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
            <RelativeTime at={request.createdAt} />
          </UnstyledButton>
        </Table.Td>
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
      </Table.Tr>
      {isOpen && (
        <Table.Tr id={detailsId}>
          <Table.Td colSpan={4} className={classes.detailCell}>
            <RequestDetails request={request} onReplay={onReplay} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

function StatusCode({ request }: Pick<RequestRowProps, 'request'>) {
  if (request.errors.length === 0) return request.responseCode
  return (
    <span className={classes.failed}>
      {request.responseCode}
      <IconAlertTriangle size={16} aria-label="with errors" />
    </span>
  )
}
