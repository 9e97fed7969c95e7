import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import type { TypedReceiver } from '@knockwire/domain/notifications/preview'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { Suspense, useCallback, useState } from 'react'
import { useParams } from 'react-router'
import { DetailSkeleton } from '../components/layouts/detail-states.tsx'
import { OwnerRoute } from '../components/owners/owner-route.tsx'
import { RequestHistorySkeleton } from '../features/history/requests/request-history-states.tsx'
import { RequestHistory } from '../features/history/history-tabs.ts'
import { ReceiverPage } from '../features/receivers/detail/receiver-page.tsx'
import { receiverKind } from '../features/receivers/receiver-queries.ts'
import { NotificationsBox } from '../features/notifications/lazy-notifications-box.tsx'
import { useIsViewer } from '../lib/session/account.ts'
import { useHasUnsavedWork } from '../lib/editing/unsaved-work.ts'
import { lazyPart } from '../lib/navigation/lazy-part.ts'

const CreateReceiver = lazyPart(
  async () => (await import('../features/receivers/create/create-receiver.tsx')).CreateReceiver,
)

/** `/dashboard/receivers/:receiverId` and its History tab below `/executions`. */
export function ReceiverDetail() {
  const { receiverId = '', executionId } = useParams()
  return (
    <OwnerRoute key={receiverId} owner={receiverKind} id={receiverId}>
      {({ view, ...shown }) => <Receiver receiver={view} requestId={executionId} {...shown} />}
    </OwnerRoute>
  )
}

const OnlyEditors = lazyPart(async () => (await import('../components/layouts/only-editors.tsx')).OnlyEditors)

const ownerOf = ({ id }: ReceiverView, typed: TypedReceiver | undefined, expectationMode: Expectation['mode'] | null) =>
  ({ kind: 'receiver', id, typed, expectationMode }) as const

interface ReceiverProps {
  receiver: ReceiverView
  isDeleted: boolean
  isHistory: boolean
  /** The received request that the URL names. */
  requestId: string | undefined
}

function Receiver({ receiver: data, isDeleted, isHistory, requestId }: ReceiverProps) {
  const isViewer = useIsViewer()
  const isUnsaved = useHasUnsavedWork()
  // A draft that is activated in another window stays the form that something is typed in.
  const [creation, setCreation] = useState<'none' | 'begun' | 'done'>('none')
  const onCreated = useCallback(() => setCreation('done'), [])
  if (data.isDraft && !isHistory && creation === 'none') setCreation('begun')
  if (isViewer && data.isDraft && !isUnsaved) {
    return (
      <Suspense fallback={<DetailSkeleton owner={receiverKind} />}>
        <OnlyEditors thing="receiver" />
      </Suspense>
    )
  }
  return !isHistory && (data.isDraft || creation === 'begun') ? (
    <Suspense fallback={<DetailSkeleton owner={receiverKind} />}>
      <CreateReceiver
        receiver={data}
        isDeleted={isDeleted}
        // What is shown may be the draft for a moment longer.
        onCreated={onCreated}
        renderNotifications={(typed, expectationMode) => (
          <NotificationsBox owner={ownerOf(data, typed, expectationMode)} isDraft />
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
      renderNotifications={(typed, expectationMode) => (
        <NotificationsBox owner={ownerOf(data, typed, expectationMode)} />
      )}
    />
  )
}
