import { CreatedView, pageSizes } from '@knockwire/domain/page'
import { ReceiverPage, ReceiverView, type SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
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
