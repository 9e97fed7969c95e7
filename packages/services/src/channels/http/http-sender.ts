import { hasReference } from '@knockwire/domain/definitions/secret-references'
import { randomUUID } from 'node:crypto'
import type { StoredHeaders } from '@knockwire/db/stored-json'
import { hasHeader, headerValues } from '@knockwire/domain/headers/read-headers'
import { encodeText, encodingProblem } from '@knockwire/domain/charsets/encode-text'
import { decodeBody } from '@knockwire/domain/charsets/decode-body'
import { sendsBody } from '@knockwire/domain/requests/request-rules'
import type { OutboundFailureCode, OutboundOutcome } from '@knockwire/outbound/outcome'
import { toOutbound } from '../../requests/outgoing-request.ts'
import {
  maskOf,
  withPlaceholders,
  type SecretValues,
  UnusableSecret,
  valueIn,
  withoutSecrets,
} from '../../requests/secret-values.ts'
import {
  type Channel,
  type SenderDependencies,
  failed,
  type Message,
  retry,
  type SendOutcome,
  type SettingOf,
} from '../channel.ts'
import { outcomeOfStatus } from '../status-outcome.ts'
import { eventOf, signatureHeaders } from './webhook-event.ts'
/** A request to the user's own address, through the guarded client, signed in the Standard Webhooks form. */
export const openHttpSender: Channel<SettingOf<'HTTP'>>['openSender'] = (dependencies) => async (message) => {
  try {
    return await send(dependencies, message)
  } catch (error) {
    if (error instanceof UnusableSecret) return failed(error.message)
    throw error
  }
}

const send = async (dependencies: SenderDependencies, message: Message<SettingOf<'HTTP'>>): Promise<SendOutcome> => {
  const { secretNames } = message.setting.request
  const values = secretNames && (await dependencies.secretValuesOf(message.accountId, secretNames))
  const filled = await fillBody(message, dependencies, values)
  if (filled.kind === 'failed') return filled
  const { request } = message.setting
  const { body } = filled
  const unencodable = body === null ? null : encodingProblem(body, contentTypeOfRequest(request.headers))
  if (unencodable !== null) return failed(unencodable)
  const secret = await dependencies.webhookSecretOf(message.accountId)
  const signature = signatureHeaders({
    id: message.deliveryId,
    epochSecond: Math.floor(dependencies.now() / 1000),
    body: encodeText(body ?? '', contentTypeOfRequest(request.headers)) ?? '',
    secret,
  })
  const headers = [
    ...withoutOurs(request.headers),
    ...contentType(request.headers, body),
    ...Object.entries(signature),
    ...testMark(message),
  ]
  const { secrets, client, now } = dependencies
  const filling = { values, isBodyFilled: true, hasSecretBody: hasReference(request.body ?? '') }
  const outbound = toOutbound({ ...request, headers, body }, message.subjectId, message.accountId, secrets, filling)
  const outcome = await client.send(values ? { ...outbound, mask: maskOf(values, outbound.basicAuth) } : outbound)
  return outcomeOf(values ? withoutSecrets(outcome, values, outbound.basicAuth) : outcome, now())
}

/** The target can distinguish a test from an alert whatever its body says. */
const testMark = ({ occasion }: Message): [string, string][] =>
  occasion === 'TEST' ? [['Knockwire-Test', 'true']] : []

type Body = { kind: 'filled'; body: string | null } | { kind: 'failed'; reason: string }

/** The user's template, or where there is none, the event itself. */
const fillBody = async (
  message: Message<SettingOf<'HTTP'>>,
  { fill }: SenderDependencies,
  values: SecretValues | undefined,
): Promise<Body> => {
  const { method, body: template } = message.setting.request
  if (!sendsBody(method)) return { kind: 'filled', body: null }
  if (template === null || template === '') return { kind: 'filled', body: JSON.stringify(eventOf(message)) }
  const placed = values && withPlaceholders(template, randomUUID())
  const filled = await fill(message, [{ text: placed?.text ?? template, target: 'text' }])
  if (filled.kind === 'failed') return filled
  const [text = ''] = filled.texts
  return { kind: 'filled', body: placed && values ? placed.release(text, valueIn(values)) : text }
}

const ours = new Set(['webhook-id', 'webhook-timestamp', 'webhook-signature'])

const withoutOurs = (headers: StoredHeaders): StoredHeaders => headers.filter(([name]) => !ours.has(name.toLowerCase()))

/** What the body is, unless the user has said it. */
const contentType = (headers: StoredHeaders, body: string | null): StoredHeaders => {
  if (body === null || hasHeader(headers, 'content-type')) return []
  return [['Content-Type', isJson(body) ? 'application/json' : 'text/plain; charset=utf-8']]
}

/** A Content-Type is no secret, and stored as it is. */
const contentTypeOfRequest = (headers: StoredHeaders): string | undefined => {
  const value = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return typeof value === 'string' ? value : undefined
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Failures that the next attempt would meet again. */
const lasting: ReadonlySet<OutboundFailureCode> = new Set(['BLOCKED_ADDRESS', 'TLS_INVALID', 'TOO_MANY_REDIRECTS'])

/** Characters of an answer that are kept with the delivery. */
const keptBody = 2000

const outcomeOf = (outcome: OutboundOutcome, nowMs: number): SendOutcome => {
  if (outcome.kind === 'response') {
    const [retryAfter = null] = headerValues(outcome.headers, 'retry-after')
    const { statusCode, body } = outcome
    const text =
      decodeBody(body, headerValues(outcome.headers, 'content-type')[0])?.slice(0, keptBody).toWellFormed() ?? null
    return {
      ...outcomeOfStatus(statusCode, { who: 'The target', retryAfter, nowMs }),
      response: { statusCode, body: text },
    }
  }
  return lasting.has(outcome.code) ? failed(outcome.message) : retry(outcome.message)
}
