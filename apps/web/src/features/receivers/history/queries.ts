import type { ReceivedRequestPage, ReceivedRequestView } from '@knockwire/domain/receivers/receiver'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { listReceivedRequests } from '../api.ts'
import { receiverKey } from '../receiver-query.ts'

/** Milliseconds between looks while the tab is open and in sight [RH-12]. */
const pollMs = 2000

/** What the table and the pagination read. */
export type HistoryPage = Pick<ReceivedRequestPage, 'results' | 'total' | 'page'>

const isPending = ({ notificationResults }: ReceivedRequestView) =>
  notificationResults.some(({ status }) => status === 'PENDING')

/** Names what the browser has, unless something that is looked at may still change below the first row. */
const topIdOf = (known: HistoryPage | undefined, openIds: ReadonlySet<string>): string | undefined => {
  const mayChange = known?.results.some((request) => openIds.has(request.id) && isPending(request))
  return mayChange ? undefined : known?.results[0]?.id
}

/** One page of a receiver's history, looked at again every two seconds; replaced only where the server has something new [RH-13]. */
export const useReceivedRequests = (receiverId: string, page: number, openIds: ReadonlySet<string>) => {
  const client = useQueryClient()
  const queryKey = [...receiverKey(receiverId), 'requests', page]
  return useQuery({
    queryKey,
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<HistoryPage> => {
      const known = client.getQueryData<HistoryPage>(queryKey)
      const answer = await listReceivedRequests({ receiverId, page, topId: topIdOf(known, openIds) }, { signal })
      return answer.hasNewItem || !known ? answer : { ...known, total: answer.total }
    },
  })
}
