import type { ReceivedRequestPage } from '@knockwire/domain/receivers/receiver'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { lookAgain } from '../../../lib/look-again.ts'
import { listReceivedRequests } from '../api.ts'
import { receiverKey, receiverViewKey } from '../receiver-query.ts'
import { topIdOf } from './top-id.ts'

/** Milliseconds between looks while the tab is open and in sight [RH-12]. */
const pollMs = 2000

/** What the table and the pagination read. */
export type HistoryPage = Pick<ReceivedRequestPage, 'results' | 'total' | 'page'>

interface Watched {
  receiverId: string
  /** Counts from 0. */
  page: number
  isWatching: boolean
}

/** One page of a receiver's history, looked at again every two seconds; replaced only where the server has something new [RH-13]. */
export const useReceivedRequests = ({ receiverId, page, isWatching }: Watched) => {
  const client = useQueryClient()
  const queryKey = [...receiverKey(receiverId), 'requests', page]
  // It was deleted elsewhere: then the page says so.
  const lookAtReceiver = () => void client.invalidateQueries({ queryKey: receiverViewKey(receiverId) })
  return useQuery({
    queryKey,
    enabled: isWatching,
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<HistoryPage> => {
      const known = client.getQueryData<HistoryPage>(queryKey)
      return lookAgain(known, topIdOf(known?.results ?? []), (topId) =>
        listReceivedRequests({ receiverId, page, topId }, { signal, onNotFound: lookAtReceiver }),
      )
    },
  })
}
