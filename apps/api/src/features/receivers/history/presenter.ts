import { maskHeaders } from '@knockwire/services/secrets/stored-headers'
import { contentTypeOf } from '@knockwire/domain/headers/header-list'
import type { DeliveryView } from '@knockwire/domain/notifications/delivery'
import { answerHeaders } from '@knockwire/domain/receivers/answer-headers'
import type { ReceivedRequestView } from '@knockwire/domain/receivers/receiver'
import { presentBody, presentText } from './body-view.ts'
import type { ReceivedRequestRow } from './queries.ts'

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
