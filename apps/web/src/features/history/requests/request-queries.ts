import type { ReceivedRequestView } from '@knockwire/domain/receivers/receiver'
import type { ReplayInput } from '@knockwire/domain/receivers/replay'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api-client.ts'
import { rejectedKey } from '../../../lib/api/query-keys.ts'
import { schemaOf } from '../../../lib/api/schemas.ts'

const pathOf = (receiverId: string) => `/api/v1/receivers/${encodeURIComponent(receiverId)}/executions`

/** How many requests a receiver rejected, by their reasons. It changes with the news of the receiver. */
export const rejectedRequestsQuery = (receiverId: string) =>
  queryOptions({
    queryKey: rejectedKey(receiverId),
    queryFn: ({ signal }) =>
      api.get(`/api/v1/receivers/${encodeURIComponent(receiverId)}/rejected`, schemaOf('RejectedRequestsView'), {
        signal,
      }),
  })

/** The headers of a received request with the values that its history masks. */
export const revealRequestHeaders = async ({ id, receiverId }: ReceivedRequestView) =>
  (await api.post(`${pathOf(receiverId)}/${id}/reveal-headers`, undefined, schemaOf('RevealedHeaders'))).headers

/** Sends a recorded request again, to a URL of the user's. */
export const replayRequest = ({ id, receiverId }: ReceivedRequestView, input: ReplayInput) =>
  api.post(`${pathOf(receiverId)}/${id}/replay`, input, schemaOf('ReplayView'))

/** Deletes one received request, or all of a receiver's. */
export const deleteRequests = ({ receiverId, requestId }: RequestsToDelete): Promise<void> =>
  api.delete(requestId === null ? pathOf(receiverId) : `${pathOf(receiverId)}/${requestId}`)

export interface RequestsToDelete {
  receiverId: string
  /** Null for all. */
  requestId: string | null
}
