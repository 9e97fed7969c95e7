import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { useSearchParams } from 'react-router'
import { ErrorState } from '../../../components/ui/error-state.tsx'
import { readPage, writePage } from '../page-param.ts'
import { History } from './history.tsx'
import { HistorySkeleton } from './history-skeleton.tsx'
import { useReceivedRequests } from './queries.ts'
import { useArrivals } from './use-arrivals.ts'
import { useOpenRows } from './use-open-rows.ts'
import { Waiting } from './waiting.tsx'

interface HistoryTabProps {
  receiver: ReceiverView
  /** Not while it is being deleted. */
  isWatching: boolean
}

/** What has come in, looked at again every two seconds. */
export function HistoryTab({ receiver, isWatching }: HistoryTabProps) {
  const [searchParams, setSearchParams] = useSearchParams()
  const page = readPage(searchParams)
  const openRows = useOpenRows()
  const { data, error, refetch } = useReceivedRequests({ receiverId: receiver.id, page, isWatching })
  const arrivals = useArrivals(data)
  if (data === undefined) {
    return error === null ? (
      <HistorySkeleton />
    ) : (
      <ErrorState title="The history could not be loaded." error={error} onRetry={() => void refetch()} />
    )
  }
  if (data.total === 0) return <Waiting receiver={receiver} />
  return (
    <History
      receiver={receiver}
      data={data}
      page={page}
      openRows={openRows}
      arrivals={arrivals}
      onTurn={(next) => setSearchParams(writePage(next))}
    />
  )
}
