import type { TypedReceiver } from '@knockwire/domain/notifications/preview'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { Suspense, useState } from 'react'
import { useMatch, useParams } from 'react-router'
import { paths } from '../lib/navigation/paths.ts'
import { RequestHistorySkeleton } from '../features/history/requests/request-history-states.tsx'
import { RequestHistory } from '../features/history/history-tabs.ts'
import { ReceiverFailure, ReceiverSkeleton } from '../features/receivers/detail/receiver-page-states.tsx'
import { ReceiverPage } from '../features/receivers/detail/receiver-page.tsx'
import { useReceiver } from '../features/receivers/receiver-queries.ts'
import { NotificationsBox } from '../features/notifications/lazy-notifications-box.tsx'
import { useIsViewer } from '../lib/session/account.ts'
import { isStatus } from '../lib/api/api-error.ts'
import { hasUnsavedWork } from '../lib/editing/unsaved-work.ts'
import { lazyPart } from '../lib/navigation/lazy-part.ts'
import { useDeferredArrival } from '../lib/browser/use-deferred-arrival.ts'

const CreateReceiver = lazyPart(
  async () => (await import('../features/receivers/create/create-receiver.tsx')).CreateReceiver,
)

/** `/dashboard/receivers/:receiverId` and its History tab below `/executions`. */
export function ReceiverDetail() {
  const { receiverId = '', executionId } = useParams()
  return <Receiver key={receiverId} receiverId={receiverId} requestId={executionId} />
}

const OnlyEditors = lazyPart(async () => (await import('../components/layouts/only-editors.tsx')).OnlyEditors)

const ownerOf = ({ id }: ReceiverView, typed: TypedReceiver | undefined, expectsCalls: boolean) =>
  ({ kind: 'receiver', id, typed, expectsCalls }) as const

interface ReceiverProps {
  receiverId: string
  /** The received request that the URL names. */
  requestId: string | undefined
}

function Receiver({ receiverId, requestId }: ReceiverProps) {
  const isHistory = useMatch(`${paths.history({ kind: 'receiver', id: ':receiverId' })}/*`) !== null
  const receiver = useReceiver(receiverId)
  const data = useDeferredArrival(receiver.data)
  const isViewer = useIsViewer()
  const isDeleted = isStatus(receiver.error, 404)
  // A draft that is activated in another window stays the form that something is typed in.
  const [isCreating, setIsCreating] = useState(false)
  if (data?.isDraft && !isHistory && !isCreating) setIsCreating(true)
  // What was typed is not thrown away with the receiver.
  if (data === undefined || (isDeleted && !hasUnsavedWork())) {
    return receiver.isError ? (
      <ReceiverFailure error={receiver.error} onRetry={() => void receiver.refetch()} />
    ) : (
      <ReceiverSkeleton />
    )
  }
  if (isViewer && data.isDraft && !hasUnsavedWork()) {
    return (
      <Suspense fallback={<ReceiverSkeleton />}>
        <OnlyEditors thing="receiver" />
      </Suspense>
    )
  }
  return !isHistory && (data.isDraft || (isCreating && hasUnsavedWork())) ? (
    <Suspense fallback={<ReceiverSkeleton />}>
      <CreateReceiver
        receiver={data}
        onCreated={() => setIsCreating(false)}
        renderNotifications={(typed, expectsCalls) => (
          <NotificationsBox owner={ownerOf(data, typed, expectsCalls)} isDraft />
        )}
      />
    </Suspense>
  ) : (
    <ReceiverPage
      receiver={data}
      isDeleted={isDeleted}
      history={
        isHistory ? (
          <Suspense fallback={<RequestHistorySkeleton />}>
            <RequestHistory receiver={data} requestId={requestId} />
          </Suspense>
        ) : null
      }
      renderNotifications={(typed, expectsCalls) => <NotificationsBox owner={ownerOf(data, typed, expectsCalls)} />}
    />
  )
}
