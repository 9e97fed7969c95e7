import { RevealedHeaders } from '@knockwire/domain/headers/header-list'
import { pageSizes } from '@knockwire/domain/page'
import {
  ReceivedRequestPage,
  type ReceivedRequestRow,
  type ReceivedRequestView,
} from '@knockwire/domain/receivers/receiver'
import { type ReplayInput, ReplayView } from '@knockwire/domain/receivers/replay'
import { api } from '../../../lib/api-client.ts'
import { useHistoryPage } from '../use-history-page.ts'

const pathOf = (receiverId: string) => `/api/v1/receivers/${encodeURIComponent(receiverId)}/executions`

export const useRequestHistory = (receiverId: string, page: number, isEnabled: boolean) =>
  useHistoryPage({
    owner: { kind: 'receiver', id: receiverId },
    page,
    isEnabled,
    cursorOf: requestCursor,
    fetchPage: (cursor, options) => {
      const query = new URLSearchParams({ page: `${page}`, size: `${pageSizes.receiverHistory}` })
      if (cursor !== undefined) query.set('pageTopObject', cursor)
      return api.get(`${pathOf(receiverId)}?${query}`, ReceivedRequestPage, options)
    },
  })

/** The headers of a received request with the values that its history masks. */
export const revealRequestHeaders = async ({ id, receiverId }: ReceivedRequestView) =>
  (await api.post(`${pathOf(receiverId)}/${id}/reveal-headers`, undefined, RevealedHeaders)).headers

/** Sends a recorded request again, to a URL of the user's. */
export const replayRequest = ({ id, receiverId }: ReceivedRequestView, input: ReplayInput) =>
  api.post(`${pathOf(receiverId)}/${id}/replay`, input, ReplayView)

const isPending = ({ notificationResults }: ReceivedRequestRow) =>
  notificationResults.some(({ status }) => status === 'PENDING')

/** Identifies the newest request the browser has, unless a delivery that is shown is pending: then the page is fetched whole. */
export const requestCursor = (known: readonly ReceivedRequestRow[]): string | undefined =>
  known.some(isPending) ? undefined : known[0]?.id
