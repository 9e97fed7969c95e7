import { receivedRequests, receivers } from '@knockwire/db/schema/receivers'
import { maskHeaders } from '@knockwire/services/secrets/stored-headers'
import { notFound } from '@knockwire/domain/errors'
import type { PreviewReceiverNotificationInput, PreviewView } from '@knockwire/domain/notifications/preview'
import { receiverTemplateValues } from '@knockwire/domain/notifications/template-values'
import { receiverPageUrl, receiverUrl } from '@knockwire/domain/receivers/receiver'
import {
  exampleResponseValues,
  exampleValues,
  type ReceiverTemplateValues,
  receiverVariables,
} from '@knockwire/domain/templates/variables'
import { and, eq, sql } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { showPreview } from '../notifications/preview/show-preview.ts'

/** What the notification would say of the newest request that the receiver got, or of one that it may get. */
export const previewReceiverNotification = async (
  context: ApiContext,
  caller: Caller,
  { templates, ...asked }: PreviewReceiverNotificationInput,
): Promise<PreviewView> => {
  const { id: subjectId, values } = await valuesOfReceiver(context, caller, asked)
  return { subjectId, ...(await showPreview(context, caller, templates, { values, question: null })) }
}

/** What a notification of the receiver would say, and of which request; null where that is an example. */
export const valuesOfReceiver = async (
  context: ApiContext,
  caller: Caller,
  { receiverId, receiver: typed }: Omit<PreviewReceiverNotificationInput, 'templates'>,
): Promise<{ id: string | null; values: object }> => {
  const { publicOrigin, receiverOrigin } = context.settings
  const { token, ...saved } = await findReceiver(context, caller, receiverId)
  const receiver = { ...saved, ...typed, url: receiverUrl(receiverOrigin, token) }
  const newest = await findNewest(context, receiverId)
  const values =
    newest === undefined
      ? exampleValuesOf(receiver, await answerOf(context, caller, receiver), publicOrigin)
      : receiverTemplateValues({ publicOrigin, receiver, ...newest })
  return { id: newest?.id ?? null, values }
}

const findReceiver = async ({ db }: ApiContext, { accountId }: Caller, receiverId: string) => {
  const { id, name, token, responseCode, responseBody } = receivers
  const [receiver] = await db
    .select({ id, name, token, responseCode, responseBody })
    .from(receivers)
    .where(and(eq(id, receiverId), eq(receivers.accountId, accountId)))
  if (receiver === undefined) throw notFound('receiver')
  return receiver
}

type PreviewedReceiver = Omit<Awaited<ReturnType<typeof findReceiver>>, 'token'> & { url: string }

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
