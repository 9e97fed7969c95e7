import { decodeBody } from '@knockwire/domain/executions/body-text'
import { contentTypeOf } from '@knockwire/domain/headers/header-list'
import type { DeliveryView } from '@knockwire/domain/notifications/delivery'
import { eventNameOf } from '@knockwire/domain/receivers/event-name'
import {
  answerHeaders,
  type ReceivedBody,
  type ReceivedRequestRow,
  type ReceivedRequestView,
  rowUrlLength,
} from '@knockwire/domain/receivers/receiver'
import { maskHeaders } from '@knockwire/services/secrets/stored-headers'
import type { Settings } from '../../../settings.ts'
import { deliveryMarks } from '../../deliveries/load-deliveries.ts'
import type { DetailedRequest, SlimRequest } from './queries.ts'

const presentText = (content: string, bytes: number): ReceivedBody => ({ encoding: 'text', content, bytes })

/** Bytes as text where they are some, else as base64. */
export const presentBody = (body: Uint8Array, contentType: string | undefined): ReceivedBody => {
  const text = decodeBody(body, contentType)
  if (text !== null) return presentText(text, body.length)
  return { encoding: 'base64', content: Buffer.from(body).toString('base64'), bytes: body.length }
}

export const presentReceivedRequest = (
  { request, requestBody, responseBody }: DetailedRequest,
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
    requestBody: presentBody(requestBody, contentTypeOf(headers)),
    responseHeaders: answerHeaders(request.contentType),
    responseBody: presentText(responseBody, request.responseBytes ?? Buffer.byteLength(responseBody)),
    isResponseTruncated: request.responseBytes !== null,
    errors: request.error === null ? [] : [request.error],
    notificationResults: [...deliveries],
  }
}

/** As a row of the history shows it. */
export const presentRow = (
  { request, requestBytes, eventBody }: SlimRequest,
  deliveries: readonly DeliveryView[],
  token: string,
): ReceivedRequestRow => {
  const headers = maskHeaders(request.requestHeaders)
  const contentType = contentTypeOf(headers) ?? null
  return {
    id: request.id,
    receiverId: request.receiverId,
    createdAt: request.createdAt.toISOString(),
    httpMethod: request.method,
    target: targetBehind(token, request.url).slice(0, rowUrlLength),
    contentType: contentType === null ? null : contentType.slice(0, 100),
    requestBytes,
    event: eventNameOf(headers, eventBody === null ? null : decodeBody(eventBody, contentType ?? undefined)),
    responseCode: request.responseCode,
    remoteAddress: request.remoteAddress,
    hasErrors: request.error !== null,
    notificationResults: deliveryMarks(deliveries),
  }
}

/** What a sender wrote behind the receiver's own path, in which alone its requests differ. */
const targetBehind = (token: string, url: string): string => {
  const own = `/r/${token}`
  const start = url.indexOf(own)
  const rest = start === -1 ? url : url.slice(start + own.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** What a sender asked for; some write the whole URL where others write its path. */
export const calledUrl = ({ receiverOrigin }: Pick<Settings, 'receiverOrigin'>, target: string): string =>
  target.startsWith('/') ? `${receiverOrigin}${target}` : target
