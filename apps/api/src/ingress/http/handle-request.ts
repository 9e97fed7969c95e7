import type { IncomingMessage } from 'node:http'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { GroupCommit } from '../commit/group-commit.ts'
import type { Verdict } from '../commit/write-requests.ts'
import type { IngressMetrics } from '../metrics.ts'
import type { Answer, IncomingRequest, ReceivedRequest } from '../received-request.ts'
import { LookupFull } from '../settings/batched-lookup.ts'
import type { KnownReceiver, SettingsCache } from '../settings/settings-cache.ts'
import type { ReceiverSettings } from '../settings/receiver-settings.ts'
import { refusals, type Sent, toSent } from './answers.ts'
import type { MemoryBudget } from './memory-budget.ts'
import { withoutOwnCookie } from './own-cookie.ts'
import { maxBodyBytes, readBody, type ReadBody } from './read-body.ts'
import { framingOf, tokenOf } from './request-target.ts'

export interface RequestTools {
  cache: SettingsCache
  commits: GroupCommit<ReceivedRequest, Verdict>
  budget: MemoryBudget
  metrics: IngressMetrics
  /** Null where too many of the receiver's account are being made already. */
  render: (receiver: ReceiverSettings, request: IncomingRequest) => Answer | Promise<Answer | null>
  addressOf: (socketAddress: string | undefined, headers: readonly string[]) => string
  onError: (error: Error) => void
  /** Epoch milliseconds. */
  now: () => number
}

type Method = IncomingRequest['method']

/** Settings that change again and again while a request is being answered: it is given up after so many. */
const maxTries = 8

/** Takes one request from its first line to its answer. A sender that waits for a word before the body gets it by `proceed`. */
export const handleRequest = async (
  request: IncomingMessage,
  proceed: () => void,
  tools: RequestTools,
): Promise<Sent | null> => {
  const sent = await answerTo(request, proceed, tools).catch((error: unknown): Sent => {
    tools.onError(error instanceof Error ? error : new Error(String(error)))
    return error instanceof LookupFull ? refusals.busy : refusals.unavailable
  })
  if (sent !== null) tools.metrics.answered(sent.code)
  return sent
}

/** Null where the sender has left. */
const answerTo = async (request: IncomingMessage, proceed: () => void, tools: RequestTools): Promise<Sent | null> => {
  const { method, url = '' } = request
  if (method !== 'GET' && method !== 'POST') return refusals.otherMethod
  const token = tokenOf(url)
  if (token === null) return refusals.noReceiver
  const known = tools.cache.peek(token) ?? (await tools.cache.load(token))
  const refused = refusalOf(known)
  if (refused !== null) return refused
  const read = await bodyOf(request, proceed, tools)
  switch (read.kind) {
    case 'whole':
      return recordAndRelease(incomingOf(request, method, read.body, tools), token, known, tools)
    case 'too-large':
      return refusals.tooLarge
    case 'no-room':
      return refusals.busy
    case 'broken':
      return null
  }
}

const refusalOf = ({ settings, exhaustedUntilMs }: KnownReceiver): Sent | null => {
  if (settings === null) return refusals.noReceiver
  const leftMs = exhaustedUntilMs - performance.now()
  return leftMs > 0 ? refusals.overLimit(leftMs) : null
}

const nothing: ReadBody = { kind: 'whole', body: new Uint8Array() }

const bodyOf = (request: IncomingMessage, proceed: () => void, { budget }: RequestTools) => {
  const { hasBody, announcedBytes } = framingOf(request.rawHeaders)
  if (!hasBody) return nothing
  if (announcedBytes !== null && announcedBytes > maxBodyBytes) return { kind: 'too-large' } as const
  proceed()
  return readBody(request, budget)
}

const incomingOf = (
  request: IncomingMessage,
  method: Method,
  body: Uint8Array,
  { addressOf, now }: RequestTools,
): IncomingRequest => {
  const receivedAtMs = now()
  return {
    id: uuidv7(receivedAtMs),
    receivedAtMs,
    method,
    url: request.url ?? '',
    remoteAddress: addressOf(request.socket.remoteAddress, request.rawHeaders),
    headers: withoutOwnCookie(request.rawHeaders),
    body,
  }
}

const recordAndRelease = async (
  incoming: IncomingRequest,
  token: string,
  known: KnownReceiver,
  tools: RequestTools,
) => {
  try {
    return await record(incoming, token, known, tools)
  } finally {
    tools.budget.give(incoming.body.length)
  }
}

/** Answers by the settings that hold when the request is committed: where they moved meanwhile, it is answered anew. */
const record = async (
  incoming: IncomingRequest,
  token: string,
  first: KnownReceiver,
  tools: RequestTools,
): Promise<Sent> => {
  let known = first
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { settings } = known
    if (settings === null) return refusals.noReceiver
    const rendered = tools.render(settings, incoming)
    const answer = rendered instanceof Promise ? await rendered : rendered
    if (answer === null) return refusals.busy
    const startedAt = performance.now()
    const verdict = await tools.commits.add({ ...incoming, receiver: settings, answer })
    if (verdict === null) return refusals.unavailable
    if (verdict.kind === 'recorded') return toSent(answer)
    if (verdict.kind === 'over-limit') {
      // Counted from before the commit, so that it ends rather too soon than too late: then the database decides.
      known.exhaustedUntilMs = startedAt + verdict.minuteLeftMs
      return refusals.overLimit(verdict.minuteLeftMs)
    }
    tools.cache.drop(token)
    known = await tools.cache.load(token)
  }
  return refusals.unavailable
}
