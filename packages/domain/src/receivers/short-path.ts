import { fromBase62, toBase62 } from '../text/base62.ts'
import { receivedRequestPath, receiverPagePath } from './receiver.ts'

/** A path that leads to a receiver's page with 25 characters, or to one of its requests with 47: a text message has 160. */
export const shortReceiverPath = (receiverId: string, requestId: string | null): string =>
  `/q/${toBase62(receiverId)}${requestId === null ? '' : toBase62(requestId)}`

/** The path that a short one stands for; null where it stands for none. */
export function receiverPathOf(shortPath: string): string | null {
  const [, receiver = '', request] = /^\/q\/([\dA-Za-z]{22})([\dA-Za-z]{22})?$/.exec(shortPath) ?? []
  const receiverId = fromBase62(receiver)
  if (receiverId === null) return null
  if (request === undefined) return receiverPagePath(receiverId)
  const requestId = fromBase62(request)
  return requestId === null ? null : receivedRequestPath(receiverId, requestId)
}
