import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { receiverUrl } from '@knockwire/domain/receivers/receiver-links'
import type { Settings } from '../../settings.ts'
import type { ReceiverRow } from './queries.ts'

export const presentReceiver = (settings: Settings, receiver: ReceiverRow): ReceiverView => ({
  id: receiver.id,
  name: receiver.name,
  url: receiverUrl(settings.receiverOrigin, receiver.token),
  status: receiver.status,
  responseCode: receiver.responseCode,
  responseBody: receiver.responseBody,
  responseHeaders: { 'content-type': receiver.contentType },
  createdAt: receiver.createdAt.toISOString(),
})
