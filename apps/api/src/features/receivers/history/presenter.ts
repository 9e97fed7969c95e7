import { decodeBody } from '@knockwire/domain/executions/body-text'
import { contentTypeOf } from '@knockwire/domain/headers/header-list'
import type { DeliveryView } from '@knockwire/domain/notifications/delivery'
import { answerHeaders } from '@knockwire/domain/receivers/receiver'
import type { ReceivedBody, ReceivedRequestView } from '@knockwire/domain/receivers/receiver'
import { maskHeaders } from '@knockwire/services/secrets/stored-headers'
import type { Settings } from '../../../settings.ts'
import type { ReceivedRequestRow } from './queries.ts'

/** Text as it stands; `text` null: it was left out of a page that is large enough. */
const presentText = (text: string | null, bytes: number): ReceivedBody => ({
  encoding: 'text',
  content: text ?? '',
  bytes,
  isLeftOut: text === null,
})

/** Bytes as text where they are some, else as base64; `body` null: they were left out of a page that is large enough. */
export const presentBody = (body: Uint8Array | null, bytes: number, contentType: string | undefined): ReceivedBody => {
  const text = body === null ? null : decodeBody(body, contentType)
  return body === null || text !== null
    ? presentText(text, bytes)
    : { encoding: 'base64', content: Buffer.from(body).toString('base64'), bytes, isLeftOut: false }
}

export const presentReceivedRequest = (
  { request, requestBody, requestBytes, responseBody, keptResponseBytes }: ReceivedRequestRow,
  deliveries: readonly DeliveryView[],
  url: string,
): ReceivedRequestView => {
  const headers = maskHeaders(request.requestHeaders)
  return {
    id: request.id,
    receiverId: request.receiverId,
    createdAt: request.createdAt.toISOString(),
    httpMethod: request.method,
    url,
    responseCode: request.responseCode,
    remoteAddress: request.remoteAddress,
    requestHeaders: headers,
    requestBody: presentBody(requestBody, requestBytes, contentTypeOf(headers)),
    responseHeaders: answerHeaders(request.contentType),
    responseBody: presentText(responseBody, request.responseBytes ?? keptResponseBytes),
    isResponseTruncated: request.responseBytes !== null,
    errors: request.error === null ? [] : [request.error],
    notificationResults: [...deliveries],
  }
}

/** What a sender asked for; some write the whole URL where others write its path. */
export const calledUrl = ({ receiverOrigin }: Pick<Settings, 'receiverOrigin'>, target: string): string =>
  target.startsWith('/') ? `${receiverOrigin}${target}` : target
