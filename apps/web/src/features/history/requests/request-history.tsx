import { pageSizes } from '@knockwire/domain/page-sizes'
import type { ReceivedRequestView, ReceiverView } from '@knockwire/domain/receivers/receiver'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { QueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useViewOnly } from '../../../lib/session/account.ts'
import { ErrorState } from '../../../components/ui/feedback/empty-state.tsx'
import { HistoryPanel } from '../table/history-panel.tsx'
import { prefetchHistory } from '../feed/prefetch-history.ts'
import { useHistory } from '../feed/use-history.ts'
import { DeleteRequestsDialog } from './delete-requests-dialog.tsx'
import { RejectedHint, RejectedRequestsPanel, useRejectedRequests } from './rejected-requests.tsx'
import { RequestHistorySkeleton } from './request-history-states.tsx'
import type { RequestsToDelete } from './request-queries.ts'
import { useFocusAfterDeletion } from './use-focus-after-deletion.ts'
import { RequestsTable } from './requests-table.tsx'
import { useHasSettled } from '../../../lib/api/query-state.ts'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { schemaOf } from '../../../lib/api/schemas.ts'
import { useDeferredArrival } from '../../../lib/browser/use-deferred-arrival.ts'

const NoRequestsYet = lazyPart(async () => (await import('./no-requests-yet.tsx')).NoRequestsYet)
const ReplayDialog = lazyPart(async () => (await import('./replay/replay-dialog.tsx')).ReplayDialog, {
  close: ({ onClose }) => onClose(),
})

interface RequestHistoryProps {
  receiver: ReceiverView
  /** The request that the URL names. */
  requestId?: string | undefined
}

const noun = { one: 'request', many: 'requests' }

const historyOf = (receiverId: string) => ({
  owner: { kind: 'receiver', id: receiverId } as const,
  size: pageSizes.receiverHistory,
  schema: schemaOf('ReceivedRequestPage'),
})

/** For a receiver's history that is about to be opened. */
export const prefetchRequests = (client: QueryClient, receiverId: string): Promise<void> =>
  prefetchHistory(client, historyOf(receiverId))

/** The requests a receiver has received. */
export function RequestHistory({ receiver, requestId }: RequestHistoryProps) {
  const [replayed, setReplayed] = useState<ReceivedRequestView | null>(null)
  const [deleting, setDeleting] = useState<RequestsToDelete | null>(null)
  const [isDeleting, deletion] = useDisclosure(false)
  const [isReplaying, dialog] = useDisclosure(false)
  const viewOnly = useViewOnly()
  const history = useHistory({
    ...historyOf(receiver.id),
    rowId: requestId,
    linkedSchema: schemaOf('ReceivedRequestWithPage'),
  })
  const { feed, error } = history
  // What was rejected stands above the rows, so they are shown with it.
  const data = useDeferredArrival(useHasSettled(useRejectedRequests(receiver.id)) ? feed.data : undefined)
  const focus = useFocusAfterDeletion(data)
  if (data === undefined) {
    return error === null ? (
      <RequestHistorySkeleton />
    ) : (
      <ErrorState title="The history could not be loaded." error={error} onRetry={() => void feed.refetch()} />
    )
  }
  if (data.total === 0 && !history.isFiltered && !feed.isPlaceholderData) {
    return (
      <>
        <RejectedRequestsPanel receiverId={receiver.id} />
        <Suspense fallback={<RequestHistorySkeleton />}>
          <NoRequestsYet receiver={receiver} />
        </Suspense>
      </>
    )
  }
  const replay = (request: ReceivedRequestView) => {
    setReplayed(request)
    dialog.open()
  }
  const remove = (id: string | null) => {
    const toDelete = { receiverId: receiver.id, requestId: id }
    focus.onRequested(toDelete)
    setDeleting(toDelete)
    deletion.open()
  }
  return (
    <>
      <RejectedRequestsPanel receiverId={receiver.id} />
      <HistoryPanel
        history={history}
        kind="receiver"
        data={data}
        noun={noun}
        exportAs={['jsonl']}
        actions={
          <Button {...viewOnly} size="compact-xs" variant="subtle" color="red" onClick={() => remove(null)}>
            Delete all requests
          </Button>
        }
        noRowsHint={<RejectedHint receiverId={receiver.id} />}
        disabled={receiver.status === 'ACTIVE' ? null : 'Callers get 404, and nothing is recorded.'}
      >
        <RequestsTable
          requests={data.rows}
          openRows={history.openRows}
          linkedId={history.linkedId}
          arrived={data.arrived}
          onReplay={replay}
          onDelete={({ id }) => remove(id)}
        />
      </HistoryPanel>
      <DeleteRequestsDialog
        opened={isDeleting}
        requests={deleting}
        onClose={deletion.close}
        onDeleted={() => {
          focus.onDeleted()
          history.goToPage(history.page)
        }}
      />
      {replayed !== null && (
        <Suspense fallback={null}>
          <ReplayDialog opened={isReplaying} request={replayed} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
