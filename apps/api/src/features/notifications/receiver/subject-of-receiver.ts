import { receivedRequests, type receivers } from '@knockwire/db/schema/receivers'
import { maskHeaders } from '@knockwire/services/secrets/stored-headers'
import type { PreviewReceiverNotificationInput } from '@knockwire/domain/notifications/preview'
import { receiverTemplateValues } from '@knockwire/domain/notifications/template-values'
import { receiverPageUrl, receiverUrl } from '@knockwire/domain/receivers/receiver'
import {
  exampleResponseValues,
  exampleValues,
  type ReceiverTemplateValues,
  receiverVariables,
} from '@knockwire/domain/templates/variables'
import { decodeReceived } from '@knockwire/services/receivers/received-body'
import { eq, sql } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../../context.ts'
import { findReceiver } from '../../../access/owned/owned-receiver.ts'
import type { NotificationSubject } from '../owner.ts'

export type PreviewedOfReceiver = Omit<PreviewReceiverNotificationInput, 'templates'>

/** The newest request that the receiver got, or an example where there is none. */
export const subjectOfReceiver = async (
  context: ApiContext,
  caller: Caller,
  { receiverId, receiver: typed }: PreviewedOfReceiver,
): Promise<NotificationSubject> => {
  const { publicOrigin, receiverOrigin } = context.settings
  const saved = await findReceiver(context.db, caller, receiverId)
  const receiver = { ...saved, ...typed, url: receiverUrl(receiverOrigin, saved.token) }
  const newest = await findNewest(context, receiverId)
  const values =
    newest === undefined
      ? exampleValuesOf(receiver, await answerOf(context, caller, receiver), publicOrigin)
      : receiverTemplateValues({ publicOrigin, receiver, ...(await withDecodedBody(newest)) })
  return { id: newest?.id ?? null, subject: { values, input: null } }
}

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
  return newest && { ...newest, request: { ...newest.request, headers: maskHeaders(newest.request.headers) } }
}

const exampleValuesOf = (
  receiver: PreviewedReceiver,
  response: ReceiverTemplateValues['response'],
  publicOrigin: string,
) => ({
  ...exampleValues(receiverVariables),
  receiver: { name: receiver.name, url: receiver.url, detailUrl: receiverPageUrl(publicOrigin, receiver.id) },
  response,
})
