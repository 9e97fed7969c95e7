import { RevealedHeaders } from '@knockwire/domain/headers/revealed-headers'
import { CreatedView, pageSizes } from '@knockwire/domain/page'
import { ReplayView, type ReplayInput } from '@knockwire/domain/receivers/replay'
import {
  ReceivedRequestPage,
  ReceiverPage,
  ReceiverView,
  type SaveReceiverInput,
} from '@knockwire/domain/receivers/receiver'
import { api, type CallOptions } from '../../lib/api-client.ts'

const pathOf = (receiverId: string) => `/api/v1/receivers/${encodeURIComponent(receiverId)}`

export const createReceiver = () => api.post('/api/v1/receivers', undefined, CreatedView)

export const listReceivers = (page: number, options: CallOptions) =>
  api.get(`/api/v1/receivers?page=${page}&size=${pageSizes.receivers}`, ReceiverPage, options)

export const getReceiver = (receiverId: string, options: CallOptions) =>
  api.get(pathOf(receiverId), ReceiverView, options)

export const saveReceiver = (receiverId: string, input: SaveReceiverInput) =>
  api.post(pathOf(receiverId), input, ReceiverView)

export const deleteReceiver = (receiverId: string) => api.delete(pathOf(receiverId))

export const activateReceiver = (receiverId: string) =>
  api.post(`${pathOf(receiverId)}/lifecycle/activate`, undefined, ReceiverView)

export const deactivateReceiver = (receiverId: string) =>
  api.post(`${pathOf(receiverId)}/lifecycle/deactivate`, undefined, ReceiverView)

export interface HistoryRequest {
  receiverId: string
  /** Counts from 0. */
  page: number
  /** The newest request that is known; where it still is, the answer is empty [AP-48]. */
  topId: string | undefined
}

export const listReceivedRequests = ({ receiverId, page, topId }: HistoryRequest, options: CallOptions) => {
  const top = topId === undefined ? '' : `&pageTopObject=${topId}`
  const query = `page=${page}&size=${pageSizes.receiverHistory}${top}`
  return api.get(`${pathOf(receiverId)}/executions?${query}`, ReceivedRequestPage, options)
}

/** The headers of a received request with the values that its history masks. */
export const revealRequestHeaders = async (receiverId: string, requestId: string) => {
  const path = `${pathOf(receiverId)}/executions/${requestId}/reveal-headers`
  return (await api.post(path, undefined, RevealedHeaders)).headers
}

/** Sends a recorded request again, to a URL of the user's. */
export const replayRequest = (receiverId: string, requestId: string, input: ReplayInput) =>
  api.post(`${pathOf(receiverId)}/executions/${requestId}/replay`, input, ReplayView)
