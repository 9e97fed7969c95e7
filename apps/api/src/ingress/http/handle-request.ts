import type { IncomingMessage } from 'node:http'
import type { Secrets } from '@knockwire/services/secrets/secrets'
import { encryptSecretHeaders } from '@knockwire/services/secrets/stored-headers'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { headerTextOf } from '@knockwire/domain/headers/header-text'
import { headerPairs } from '@knockwire/domain/headers/read-headers'
import { navigatedType } from '@knockwire/domain/receivers/navigated-type'
import type { RejectionReason } from '@knockwire/domain/receivers/rejections'
import { targetPath } from '@knockwire/domain/receivers/target-path'
import type { RejectedSignals } from '../commit/rejected-signals.ts'
import type { IngressMetrics } from '../metrics.ts'
import type { IncomingRequest } from '../received-request.ts'
import type { RejectionCounter } from '../rejections/rejection-counter.ts'
import { LookupFull } from '../settings/batched-lookup.ts'
import type { KnownReceiver } from '../settings/settings-cache.ts'
import { errorResponses, readiness, readinessPath, type Sent } from './answers.ts'
import { stripSessionCookie } from './own-cookie.ts'
import type { Exchange } from './listener.ts'
import { maxBodyBytes, readBody, type ReadBody } from './read-body.ts'
import {
  type CompletionTools,
  isCompletionUrl,
  nothingCompleted,
  onlyLooks,
  rejectGuess,
  takeCompletion,
} from './take-completion.ts'
import { recordRequest, type RecordTools } from './record-request.ts'
import { headerBytes, maxHeaders } from './request-headers.ts'
import { framingOf, tokenOf } from './request-target.ts'
import { hasFaultyFraming, namesTwoHosts } from '../../server/ambiguous-requests.ts'

export interface RequestTools extends RecordTools {
  metrics: IngressMetrics
  secrets: Secrets
  rejections: RejectionCounter
  rejectedSignals: RejectedSignals
  completions: CompletionTools
  addressOf: (request: IncomingMessage) => string
  onError: (error: Error) => void
  /** This process takes what comes, and is about to stop. */
  isStopping: () => boolean
  /** Epoch milliseconds. */
  now: () => number
}

type Method = IncomingRequest['method']

/** Takes one request from its first line to its answer. Null where the sender has left. */
export const handleRequest = async (exchange: Exchange, tools: RequestTools): Promise<Sent | null> => {
  if (exchange.request.url === readinessPath) return tools.isStopping() ? readiness.stopping : readiness.ready
  const sent = await answerTo(exchange, tools).catch((error: unknown): Sent => {
    tools.onError(error instanceof Error ? error : new Error(String(error)))
    return error instanceof LookupFull ? errorResponses.busy : errorResponses.unavailable
  })
  if (sent === null) return null
  tools.metrics.answered(sent.code)
  if (sent.rejection !== undefined) countRejection(exchange.request.url ?? '', sent.rejection, tools)
  return isNavigation(exchange.request) ? { ...sent, contentType: navigatedType(sent.contentType) } : sent
}

/** A person's browser goes there, or shows it within a page; programs and pages' scripts are answered as the receiver is set. */
const shownByBrowsers: ReadonlySet<unknown> = new Set(['document', 'iframe', 'frame', 'embed', 'object'])
const isNavigation = ({ headers }: IncomingMessage) => shownByBrowsers.has(headers['sec-fetch-dest'])

/** By the token, since a request may be rejected before its receiver is looked up. Nothing where the URL is no receiver's. */
export const countRejection = (
  url: string,
  reason: RejectionReason,
  { rejections, cache, now }: Pick<RequestTools, 'rejections' | 'cache' | 'now'>,
) => {
  const token = tokenOf(url)
  if (token === null) return
  const isKnown = (cache.peek(token)?.settings ?? null) !== null
  rejections.add({ token, reason, isKnown, nowMs: now() })
}

const answerTo = async (exchange: Exchange, tools: RequestTools): Promise<Sent | null> => {
  const { request, memory } = exchange
  const { method, url = '' } = request
  const { rawHeaders } = request
  if (rawHeaders.length > 2 * maxHeaders) return errorResponses.tooManyHeaders
  // Before a body is waited for, which may take as long as the sender likes.
  if (!memory.take(headerBytes(rawHeaders) + url.length)) return errorResponses.busy
  if (namesTwoHosts(rawHeaders)) return errorResponses.twoHosts
  if (hasFaultyFraming(request)) return errorResponses.faultyFraming
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return errorResponses.otherMethod
  const token = tokenOf(url)
  if (token === null) return isCompletionUrl(url) ? completionOf(exchange, tools) : errorResponses.noReceiver
  const known = tools.cache.peek(token) ?? (await tools.cache.load(token))
  /** It says how its sender fares, though nothing of it is recorded. */
  const reject = (sent: Sent) => {
    if (known.settings !== null) tools.rejectedSignals.add(known.settings, { method, url })
    return sent
  }
  const rejected = rejectionOf(known)
  if (rejected !== null) return reject(rejected)
  const read = await bodyOf(exchange)
  switch (read.kind) {
    case 'whole':
      return recordRequest({ incoming: incomingOf(request, method, read.body, tools), token, known, memory }, tools)
    case 'too-large':
      return reject(errorResponses.tooLarge)
    case 'no-room':
      return errorResponses.busy
    case 'broken':
      return null
  }
}

/** Of a URL that is no receiver's. Who has a token of ours may do little with it at once, and who has none may not try for long. */
const completionOf = async (
  exchange: Exchange,
  { completions, addressOf }: Pick<RequestTools, 'completions' | 'addressOf'>,
): Promise<Sent | null> => {
  const { url = '' } = exchange.request
  const address = addressOf(exchange.request)
  const guess = rejectGuess(url, address, completions)
  if (guess !== null) return guess
  const taken = await completions.bound.follow(address, async () => ({ sent: await completed(exchange, completions) }))
  return taken === null ? errorResponses.clientBusy : taken.sent
}

const completed = async (exchange: Exchange, completions: CompletionTools): Promise<Sent | null> => {
  const { url = '', rawHeaders } = exchange.request
  if (onlyLooks(exchange.request)) return nothingCompleted
  const read = await bodyOf(exchange)
  switch (read.kind) {
    case 'whole':
      return takeCompletion({ url, headers: headerPairs(rawHeaders), body: read.body }, completions)
    case 'too-large':
      return errorResponses.tooLarge
    case 'no-room':
      return errorResponses.busy
    case 'broken':
      return null
  }
}

const rejectionOf = ({ settings, exhaustedUntilMs }: KnownReceiver): Sent | null => {
  if (settings === null) return errorResponses.noReceiver
  const leftMs = exhaustedUntilMs - performance.now()
  return leftMs > 0 ? errorResponses.overLimit(leftMs) : null
}

const nothing: ReadBody = { kind: 'whole', body: new Uint8Array() }

const bodyOf = ({ request, proceed, memory }: Exchange) => {
  const { hasBody, announcedBytes } = framingOf(request.rawHeaders)
  if (!hasBody) return nothing
  if (announcedBytes !== null && announcedBytes > maxBodyBytes) return { kind: 'too-large' } as const
  proceed()
  return readBody(request, memory)
}

const incomingOf = (
  request: IncomingMessage,
  method: Method,
  body: Uint8Array,
  { addressOf, secrets, now }: RequestTools,
): IncomingRequest => {
  const receivedAtMs = now()
  const headers = stripSessionCookie(request.rawHeaders).map(headerTextOf)
  return {
    id: uuidv7(receivedAtMs),
    receivedAtMs,
    method,
    url: targetPath(request.url ?? ''),
    remoteAddress: addressOf(request),
    headers,
    storedHeaders: JSON.stringify(encryptSecretHeaders(headerPairs(headers), secrets)),
    body,
  }
}
