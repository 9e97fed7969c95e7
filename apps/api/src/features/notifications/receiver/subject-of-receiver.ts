import { decodeBody } from '@knockwire/domain/charsets/decode-body'
import type { Condition } from '@knockwire/domain/conditions/condition'
import { normalizeCondition, operandsOf } from '@knockwire/domain/conditions/condition-rules'
import { describeCondition } from '@knockwire/domain/conditions/describe'
import { exampleObservation } from '@knockwire/domain/conditions/example-observation'
import type { Observation } from '@knockwire/domain/conditions/sources/source'
import { contentTypeOf } from '@knockwire/domain/headers/read-headers'
import { receivedRequests, type receivers } from '@knockwire/db/schema/receivers'
import { decryptHeaders, maskHeaders } from '@knockwire/services/secrets/stored-headers'
import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import { alertWordsOfChange, describeChange } from '@knockwire/domain/heartbeats/heartbeat-words'
import type { PreviewReceiverNotificationInput } from '@knockwire/domain/notifications/preview'
import { alertWords, likelyWords } from '@knockwire/domain/notifications/alert-words'
import {
  type DecidedValues,
  eachRequest,
  heartbeatTemplateValues,
  noHeartbeat,
  receiverTemplateValues,
} from '@knockwire/domain/notifications/template-values'
import { receiverPageUrl, receiverUrl } from '@knockwire/domain/receivers/receiver'
import { shortReceiverPath } from '@knockwire/domain/receivers/short-path'
import {
  exampleResponseValues,
  exampleValues,
  type ReceiverTemplateValues,
  receiverVariables,
} from '@knockwire/domain/templates/variables'
import type { Counted, Usual } from '@knockwire/domain/heartbeats/learned/usual'
import { hourMs, hourStart } from '@knockwire/domain/heartbeats/learned/week-hours'
import { fallbackTimeZone } from '@knockwire/domain/schedules/schedule-zone'
import { decodeReceived } from '@knockwire/services/receivers/received-body'
import { eq, sql } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../../context.ts'
import { findReceiver, type ReceiverRow } from '../../../access/owned/owned-receiver.ts'
import type { NotificationSubject } from '../owner.ts'

export type PreviewedOfReceiver = Omit<PreviewReceiverNotificationInput, 'templates'>

/** The newest request that the receiver got, or an example where there is none. */
export const subjectOfReceiver = async (
  context: ApiContext,
  caller: Caller,
  { receiverId, receiver: typed, condition: sent, isOfHeartbeat }: PreviewedOfReceiver,
): Promise<NotificationSubject> => {
  const { publicOrigin, receiverOrigin } = context.settings
  const saved = await findReceiver(context.db, caller, receiverId)
  const receiver = { ...saved, ...typed, url: receiverUrl(receiverOrigin, saved.token) }
  if (isOfHeartbeat) {
    const { change, decided } = exampleOfSilence(saved, context.now())
    const values = heartbeatTemplateValues({ publicOrigin, receiver, change, decided })
    return { id: null, subject: { values, input: null } }
  }
  const newest = await findNewest(context, receiverId)
  const condition = sent && normalizeCondition(sent)
  if (newest === undefined) {
    const example = exampleValuesOf(receiver, await answerOf(context, caller, receiver), publicOrigin)
    return { id: null, subject: { values: { ...example, ...exampleDecided(condition) }, input: null } }
  }
  const decoded = await withDecodedBody(newest)
  const values = receiverTemplateValues({
    publicOrigin,
    receiver,
    request: decoded.request,
    response: decoded.response,
    // What the condition comes to is found out together with the texts.
    ...(condition && { decided: undecidedYet(condition) }),
  })
  // Nothing is compared with an earlier one: the first request after a save is what the next is compared with.
  const input = condition
    ? {
        condition,
        current: observe({ ...decoded.request, headers: decryptHeaders(newest.keptHeaders, context.secrets) }),
        earlier: [],
      }
    : null
  return { id: newest.id, subject: { values, input } }
}

/** As if the heartbeat had just gone down for want of a signal. */
const exampleOfSilence = ({ heartbeat: stored }: ReceiverRow, nowMs: number) => {
  const { everySeconds, graceSeconds } = stored?.expectation ?? defaultExpectation
  const expectedAtMs = nowMs - graceSeconds * 1000
  const lastSignalAtMs = expectedAtMs - (everySeconds ?? daySeconds) * 1000
  const counted = stored?.usual ? tooFewOf(stored.usual, stored.expectation.timezone, nowMs) : null
  const change = {
    state: 'DOWN',
    reason: counted === null ? 'SILENT' : 'TOO_FEW',
    atMs: nowMs,
    expectedAtMs,
    lastSignalAtMs,
    durationMs: null,
    exitCode: null,
    absenceMs: null,
    counted,
  } as const
  const decided: DecidedValues = {
    condition: { description: describeChange(change), value: null, previousValue: null, holds: true },
    alert: { ...alertWordsOfChange(change), since: new Date(nowMs).toISOString(), count: 1 },
  }
  return { change, decided }
}

const daySeconds = 86_400

/** As if the last hour had had none, where what is usual is expected. */
const tooFewOf = ({ windows }: Usual, timezone: string | null, nowMs: number): Counted | null => {
  const busiest = windows.toSorted((a, b) => b.lowest - a.lowest)[0]
  if (busiest === undefined) return null
  const untilMs = hourStart(nowMs)
  const { from, to, hours } = busiest
  const times = { fromMs: untilMs - hours * hourMs, untilMs, timezone: timezone ?? fallbackTimeZone }
  return { kind: 'RECEIVED', count: 0, ...times, from, to }
}

const undecidedYet = (condition: Condition): DecidedValues => ({
  condition: { description: describeCondition(condition), value: null, previousValue: null, holds: false },
  alert: { ...likelyWords(condition), since: null, count: null },
})

/** As if the example met the condition; nothing where each request is notified of. */
const exampleDecided = (condition: Condition | undefined): DecidedValues => {
  if (condition === undefined) return eachRequest
  const { value } = exampleObservation(condition)
  const operands = operandsOf(condition)
  const words =
    operands.length === 1 ? alertWords(operands.map((operand) => ({ operand, value }))) : likelyWords(condition)
  return {
    condition: { description: describeCondition(condition), value, previousValue: null, holds: true },
    alert: { ...words, since: null, count: null },
  }
}

const observe = ({ method, headers, body, bodyProblem }: DecodedRequest): Observation => {
  const text = bodyProblem === null ? decodeBody(body, contentTypeOf(headers)) : null
  return {
    method,
    statusCode: null,
    responseTimeMs: null,
    headers,
    body: text,
    bodyProblem: bodyProblem ?? (text === null ? 'The body is not text.' : null),
  }
}

type DecodedRequest = Awaited<ReturnType<typeof withDecodedBody>>['request']

const withDecodedBody = async (newest: NonNullable<Awaited<ReturnType<typeof findNewest>>>) => {
  const { bytes, problem } = await decodeReceived(newest.request.body, newest.request.headers)
  return { ...newest, request: { ...newest.request, body: bytes, bodyProblem: problem } }
}

type PreviewedReceiver = Pick<typeof receivers.$inferSelect, 'id' | 'name' | 'responseCode' | 'responseBody'> & {
  url: string
}

/** What the receiver answers the example; its template as it stands where that makes no text. */
const answerOf = async (
  { sandbox }: ApiContext,
  { accountId }: Caller,
  { responseCode, responseBody }: PreviewedReceiver,
) => {
  const example = { kind: 'answer', template: responseBody, values: exampleResponseValues } as const
  const rendering = await sandbox.run(accountId, example)
  return { code: responseCode, body: rendering?.kind === 'rendered' ? rendering.text : responseBody }
}

const { id, method, remoteAddress, requestHeaders, requestBody, responseCode, responseBody } = receivedRequests

const findNewest = async ({ db }: ApiContext, receiverId: string) => {
  const [newest] = await db
    .select({
      id,
      request: { id, method, remoteAddress, headers: requestHeaders, body: requestBody },
      response: { code: responseCode, body: responseBody },
    })
    .from(receivedRequests)
    .where(eq(receivedRequests.receiverId, receiverId))
    .orderBy(sql`${id} desc nulls last`)
    .limit(1)
  if (newest === undefined) return undefined
  const { headers: keptHeaders } = newest.request
  return { ...newest, keptHeaders, request: { ...newest.request, headers: maskHeaders(keptHeaders) } }
}

const exampleValuesOf = (
  receiver: PreviewedReceiver,
  response: ReceiverTemplateValues['response'],
  publicOrigin: string,
) => ({
  ...exampleValues(receiverVariables),
  heartbeat: noHeartbeat,
  receiver: {
    name: receiver.name,
    url: receiver.url,
    detailUrl: receiverPageUrl(publicOrigin, receiver.id),
    shortUrl: publicOrigin + shortReceiverPath(receiver.id, null),
  },
  response,
})
