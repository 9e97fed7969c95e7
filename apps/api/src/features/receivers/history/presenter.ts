import { type HttpBody, textBody } from '@knockwire/domain/bodies/http-body'
import { decodeBody } from '@knockwire/domain/charsets/decode-body'
import { contentTypeOf } from '@knockwire/domain/headers/read-headers'
import type { DeliveryView } from '@knockwire/domain/notifications/deliveries/delivery'
import type { ReadonlyHeaderList } from '@knockwire/domain/headers/header-list'
import { sentSignalOf } from '@knockwire/domain/heartbeats/signals/sent-signal'
import { eventNameOf, mostEventBytes } from '@knockwire/domain/receivers/event-name'
import {
  answerHeaders,
  type ReceivedRequestRow,
  type ReceivedRequestView,
  type RequestSignalView,
  rowUrlLength,
} from '@knockwire/domain/receivers/receiver'
import { targetPath } from '@knockwire/domain/receivers/target-path'
import { decodeReceived, isEncoded } from '@knockwire/services/receivers/received-body'
import { maskHeaders } from '@knockwire/services/secrets/stored-headers'
import type { Settings } from '../../../settings.ts'
import { deliveryMarks } from '../../deliveries/load-deliveries.ts'
import { presentBody, presentText } from '../../history/present-body.ts'
import type { DetailedRequest, SlimRequest } from './queries.ts'

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
    requestBody: presentReceived(requestBody, headers),
    responseHeaders: answerHeaders(request.contentType),
    responseBody: presentResponse(responseBody, request.responseBytes),
    errors: request.error === null ? [] : [request.error],
    signal: presentSignal(request),
    notificationResults: [...deliveries],
  }
}

/** The kind is as it was recorded, or decided since; the exit code stands in the URL. */
const presentSignal = ({ signal, url }: DetailedRequest['request']): RequestSignalView | null =>
  signal === null ? null : { kind: signal, exitCode: sentSignalOf(url).exitCode }

/** The type says what the body is without its encoding: with it, bytes that are not UTF-8 are no text of another charset. */
const presentReceived = (body: Uint8Array, headers: ReadonlyHeaderList): HttpBody =>
  presentBody(body, isEncoded(body, headers) ? undefined : contentTypeOf(headers))

/** The body as templates and the event's name read it; null where it came without an encoding, or cannot be decoded. */
export const presentDecoded = async ({ request, requestBody }: DetailedRequest): Promise<HttpBody | null> => {
  const headers = maskHeaders(request.requestHeaders)
  if (!isEncoded(requestBody, headers)) return null
  const { bytes, problem, isTruncated } = await decodeReceived(requestBody, headers)
  return problem === null || isTruncated ? presentBody(bytes, contentTypeOf(headers), isTruncated) : null
}

/** `wholeBytes`: the size of an answer of which only the beginning is kept. */
const presentResponse = (kept: string, wholeBytes: number | null): HttpBody =>
  wholeBytes === null ? presentText(kept) : textBody(kept, wholeBytes, true)

/** As a row of the history shows it. */
export const presentRow = async (
  { request, requestBytes, eventBody }: SlimRequest,
  deliveries: readonly DeliveryView[],
  token: string,
): Promise<ReceivedRequestRow> => {
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
    event: eventNameOf(headers, eventBody === null ? null : await readText(eventBody, headers)),
    responseCode: request.responseCode,
    remoteAddress: request.remoteAddress,
    hasErrors: request.error !== null,
    signal: presentSignal(request),
    notificationResults: deliveryMarks(deliveries),
  }
}

const readText = async (body: Uint8Array, headers: ReadonlyHeaderList): Promise<string | null> => {
  const { bytes, problem } = await decodeReceived(body, headers)
  // One that grows beyond what is looked through is not parsed for a row's sake.
  return problem !== null || bytes.length > mostEventBytes ? null : decodeBody(bytes, contentTypeOf(headers))
}

/** What a sender wrote behind the receiver's own path, in which alone its requests differ. */
const targetBehind = (token: string, url: string): string => {
  const own = `/r/${token}`
  const start = url.indexOf(own)
  const rest = start === -1 ? url : url.slice(start + own.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** What a sender asked for, at the receiver's own address. */
export const calledUrl = ({ receiverOrigin }: Pick<Settings, 'receiverOrigin'>, target: string): string =>
  `${receiverOrigin}${targetPath(target)}`
