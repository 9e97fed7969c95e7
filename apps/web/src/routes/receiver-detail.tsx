import { Suspense } from 'react'
import { useMatch, useParams } from 'react-router'
import { RequestHistorySkeleton } from '../features/history/requests/request-history-states.tsx'
import { RequestHistory } from '../features/history/history-tabs.ts'
import { ReceiverFailure, ReceiverSkeleton } from '../features/receivers/detail/receiver-page-states.tsx'
import { ReceiverPage } from '../features/receivers/detail/receiver-page.tsx'
import { useReceiver } from '../features/receivers/receiver-queries.ts'
import { NotificationsBox } from '../features/notifications/lazy-notifications-box.tsx'
import { isStatus } from '../lib/api-error.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { useDeferredArrival } from '../lib/use-deferred-arrival.ts'

const CreateReceiver = lazyPart(
  async () => (await import('../features/receivers/create/create-receiver.tsx')).CreateReceiver,
)

/** `/dashboard/receivers/:receiverId` and its History tab below `/executions`. */
export function ReceiverDetail() {
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
  const data = useDeferredArrival(receiver.data)
  if (data === undefined || isStatus(receiver.error, 404)) {
    return receiver.isError ? (
      <ReceiverFailure error={receiver.error} onRetry={() => void receiver.refetch()} />
    ) : (
      <ReceiverSkeleton />
    )
  }
  return data.isDraft && !isHistory ? (
    <Suspense fallback={<ReceiverSkeleton />}>
      <CreateReceiver
        receiver={data}
        renderNotifications={(typed) => (
          <NotificationsBox owner={{ kind: 'receiver', id: receiverId, typed }} isDraft />
        )}
      />
    </Suspense>
  ) : (
    <ReceiverPage
      receiver={data}
      history={
        isHistory ? (
          <Suspense fallback={<RequestHistorySkeleton />}>
            <RequestHistory receiver={data} requestId={requestId} />
          </Suspense>
        ) : null
      }
      renderNotifications={(typed) => <NotificationsBox owner={{ kind: 'receiver', id: receiverId, typed }} />}
    />
  )
}
