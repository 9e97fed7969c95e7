import { receivedRequests, receivers } from '@knockwire/db/schema/receivers'
import { AppError, invalidFields, notFound } from '@knockwire/domain/errors'
import { connectionHeaders } from '@knockwire/domain/headers/connection-headers'
import { encodeText, encodingProblem } from '@knockwire/domain/charsets/encode-text'
import type { HeaderList, ReadonlyHeaderList } from '@knockwire/domain/headers/header-list'
import { contentTypeOf, headerValues } from '@knockwire/domain/headers/read-headers'
import type { ReplayInput, ReplayView } from '@knockwire/domain/receivers/replay'
import { createOutboundClient, type OutboundClient } from '@knockwire/outbound/create-client'
import type { OutboundOutcome } from '@knockwire/outbound/outcome'
import { serverPolicy } from '@knockwire/outbound/server-policy'
import { decryptHeaders } from '@knockwire/services/secrets/stored-headers'
import { and, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../../context.ts'
import { productVersion } from '../../../product-version.ts'
import type { Settings } from '../../../settings.ts'
import { throttle } from '../../../access/throttle.ts'
import { presentBody } from '../../history/present-body.ts'
import { isMine } from '../../../access/owned/owned-receiver.ts'
import { audit } from '../../../access/audit.ts'
import { longestChangedValue } from '@knockwire/domain/audit/changes'
import { shorten } from '@knockwire/domain/text/shorten'
import { throwIfCallsPaused } from '../../../access/calls-paused.ts'
import { maskUri } from '@knockwire/domain/audit/mask-requests'

/** For a proxy on the way here, which is not on the way to where the request goes now. */
const ofProxies = ['proxy-authenticate', 'proxy-authorization']

/** What a recorded request's headers are when it is sent again: in their order, duplicates kept. */
const replayHeaders = (headers: ReadonlyHeaderList): HeaderList => {
  const dropped = new Set([...connectionHeaders, ...ofProxies, ...namedByConnection(headers)])
  return headers.filter(([name]) => !dropped.has(name.toLowerCase())).map(([name, value]) => [name, value])
}

/** The Connection header names more that belong to it. */
const namedByConnection = (headers: ReadonlyHeaderList): string[] =>
  headerValues(headers, 'connection').flatMap((value) => value.split(',').map((option) => option.trim().toLowerCase()))

interface ReplayRequest {
  receiverId: string
  executionId: string
  input: ReplayInput
}

const perMinute = 30

/** Sends a recorded request again, as it was or edited, to a URL of the caller's, and answers with what came back. Nothing of it is kept. */
export const replayRequest = async (
  context: ApiContext,
  client: OutboundClient,
  caller: Caller,
  { receiverId, executionId, input: { uri, headers, body } }: ReplayRequest,
): Promise<ReplayView> => {
  if (!context.settings.makesCalls)
    throw new AppError('UNAVAILABLE', 'This server makes no calls: its operator has switched them off.')
  const recorded = await findRecorded(context, caller, receiverId, executionId)
  await throwIfCallsPaused(context.db)
  const verdict = context.checkUri(uri)
  if (!verdict.ok) throw invalidFields({ uri: verdict.message }, verdict.message)
  await throttle(context, [{ key: `replay:${caller.accountId}`, limit: perMinute, perMs: 60_000 }])
  const object = { type: 'REQUEST', id: executionId } as const
  const changes = [{ field: 'uri', before: null, after: shorten(maskUri(uri), longestChangedValue) }]
  await audit(context, context.db, caller, { action: 'receiver.replayed', object, subjectId: receiverId, changes })
  const chosen = headers ?? decryptHeaders(recorded.requestHeaders, context.secrets)
  const sentHeaders = replayHeaders(body === undefined ? chosen : unencoded(chosen))
  const sentBody = body === undefined ? recorded.requestBody : encodeEdited(body, contentTypeOf(sentHeaders))
  const outcome = await client.send({
    uri,
    method: recorded.method,
    headers: sentHeaders,
    ...(sentBody.length > 0 && { body: sentBody }),
    followRedirect: false,
    allowInsecureCerts: false,
    partition: caller.accountId,
  })
  if (outcome.kind === 'failure' && outcome.code === 'INTERNAL')
    context.log.error({ err: outcome.cause }, 'replay failed')
  return presentOutcome(outcome)
}

/** A body that comes as text is compressed no longer, also where its editor left the header that says so. */
const unencoded = (headers: ReadonlyHeaderList): HeaderList =>
  headers.filter(([name]) => name.toLowerCase() !== 'content-encoding').map(([name, value]) => [name, value])

/** In the charset that its content type names. */
const encodeEdited = (body: string, contentType: string | undefined): Uint8Array => {
  const problem = encodingProblem(body, contentType)
  if (problem !== null) throw invalidFields({ body: problem }, problem)
  return Buffer.from(encodeText(body, contentType) ?? body)
}

const findRecorded = async ({ db }: ApiContext, caller: Caller, receiverId: string, executionId: string) => {
  const [row] = await db
    .select({ recorded: receivedRequests })
    .from(receivedRequests)
    .innerJoin(receivers, eq(receivers.id, receivedRequests.receiverId))
    .where(and(eq(receivedRequests.id, executionId), isMine(caller, receiverId)))
  if (row === undefined) throw notFound('request')
  return row.recorded
}

const presentOutcome = (outcome: OutboundOutcome): ReplayView => {
  const { responseTimeMs } = outcome
  if (outcome.kind === 'failure')
    return { kind: 'failure', code: outcome.code, message: outcome.message, responseTimeMs }
  const { statusCode, body, isTruncated } = outcome
  const headers = outcome.headers.map(([name, value]): [string, string] => [name, value])
  const shown = presentBody(body, contentTypeOf(headers), isTruncated)
  return { kind: 'response', statusCode, headers, body: shown, responseTimeMs }
}

/** Less than the executor's: somebody looks at a spinner meanwhile. */
const timeoutMs = 15_000

/** The guarded way to a user's address, as tasks are called. */
export const createReplayClient = (settings: Settings): OutboundClient =>
  createOutboundClient({
    ...serverPolicy(settings),
    userAgent: `Knockwire/${productVersion}`,
    timeoutMs,
  })
