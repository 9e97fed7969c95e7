import { pageSizes } from '@knockwire/domain/page'
import {
  ReceivedRequestPage,
  type ReceivedRequestView,
  ReceivedRequestWithPage,
  type ReceiverView,
} from '@knockwire/domain/receivers/receiver'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { ErrorState } from '../../../components/ui/empty-state.tsx'
import { HistoryPanel } from '../history-panel.tsx'
import { useHistory } from '../use-history.ts'
import { RejectedRequests } from './rejected-requests.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { NoRequestsYet, RequestHistorySkeleton } from './request-history-states.tsx'
import { RequestsTable } from './requests-table.tsx'

interface RequestHistoryProps {
  receiver: ReceiverView
  /** The request that the URL names. */
  requestId?: string | undefined
}

const noun = { one: 'request', many: 'requests' }

/** The requests a receiver has received. */
export function RequestHistory({ receiver, requestId }: RequestHistoryProps) {
  const [replayed, setReplayed] = useState<ReceivedRequestView | null>(null)
  const [isReplaying, dialog] = useDisclosure(false)
  const history = useHistory({
    owner: { kind: 'receiver', id: receiver.id },
    rowId: requestId,
    size: pageSizes.receiverHistory,
    schema: ReceivedRequestPage,
    linkedSchema: ReceivedRequestWithPage,
  })
  const { feed, error } = history
  const { data } = feed
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
        <RejectedRequests receiverId={receiver.id} />
        <NoRequestsYet receiver={receiver} />
      </>
    )
  }
  const replay = (request: ReceivedRequestView) => {
    setReplayed(request)
    dialog.open()
  }
  return (
    <>
      <RejectedRequests receiverId={receiver.id} />
      <HistoryPanel
        history={history}
        data={data}
        noun={noun}
        exportAs={['jsonl']}
        disabled={receiver.status === 'ACTIVE' ? null : 'Callers get 404, and nothing is recorded.'}
      >
        <RequestsTable
          requests={data.rows}
          openRows={history.openRows}
          linkedId={history.linkedId}
          arrived={data.arrived}
          onReplay={replay}
        />
      </HistoryPanel>
      <ReplayDialog opened={isReplaying} request={replayed} onClose={dialog.close} />
    </>
  )
}
