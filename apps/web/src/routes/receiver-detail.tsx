import { useMatch, useParams } from 'react-router'
import { RequestHistory } from '../features/history/requests/request-history.tsx'
import { NotificationsBox } from '../features/notifications/notifications-box.tsx'
import { CreateReceiver } from '../features/receivers/create/create-receiver.tsx'
import { ReceiverFailure, ReceiverSkeleton } from '../features/receivers/detail/receiver-page-states.tsx'
import { ReceiverPage } from '../features/receivers/detail/receiver-page.tsx'
import { useReceiver } from '../features/receivers/receiver-queries.ts'
import { isStatus } from '../lib/api-error.ts'

/** `/dashboard/receivers/:receiverId` and its History tab below `/executions`. */
export function Component() {
  const { receiverId = '', executionId } = useParams()
  return <Receiver key={receiverId} receiverId={receiverId} requestId={executionId} />
}

interface ReceiverProps {
  receiverId: string
  /** The received request that the URL names. */
  requestId: string | undefined
}

function Receiver({ receiverId, requestId }: ReceiverProps) {
  const isHistory = useMatch('/dashboard/receivers/:receiverId/executions/*') !== null
  const receiver = useReceiver(receiverId)
  if (receiver.data === undefined || isStatus(receiver.error, 404)) {
    return receiver.isError ? (
      <ReceiverFailure error={receiver.error} onRetry={() => void receiver.refetch()} />
    ) : (
      <ReceiverSkeleton />
    )
  }
  return receiver.data.isDraft && !isHistory ? (
    <CreateReceiver
      receiver={receiver.data}
      renderNotifications={(typed) => <NotificationsBox owner={{ kind: 'receiver', id: receiverId, typed }} isDraft />}
    />
  ) : (
    <ReceiverPage
      receiver={receiver.data}
      history={isHistory ? <RequestHistory receiver={receiver.data} requestId={requestId} /> : null}
      renderNotifications={(typed) => <NotificationsBox owner={{ kind: 'receiver', id: receiverId, typed }} />}
    />
  )
}
