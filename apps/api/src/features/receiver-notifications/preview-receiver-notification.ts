import { receivedRequests, receivers } from '@knockwire/db/schema/receivers'
import { notFound } from '@knockwire/domain/errors'
import type { PreviewReceiverNotificationInput, PreviewView } from '@knockwire/domain/notifications/preview'
import { receiverTemplateValues } from '@knockwire/domain/notifications/template-values'
import { receiverPageUrl, receiverUrl } from '@knockwire/domain/receivers/receiver-links'
import { exampleValues, receiverVariables } from '@knockwire/domain/templates/variables'
import { and, eq, sql } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { showPreview } from '../notifications/preview/show-preview.ts'

/** What the notification would say of the newest request that the receiver got. */
export const previewReceiverNotification = async (
  context: ApiContext,
  caller: Caller,
  { receiverId, templates }: PreviewReceiverNotificationInput,
): Promise<PreviewView> => {
  const { publicOrigin, receiverOrigin } = context.settings
  const { token, ...named } = await findReceiver(context, caller, receiverId)
  const receiver = { ...named, url: receiverUrl(receiverOrigin, token) }
  const newest = await findNewest(context, receiverId)
  const values =
    newest === undefined
      ? exampleValuesOf(receiver, publicOrigin)
      : receiverTemplateValues({ publicOrigin, receiver, ...newest })
  const result = await showPreview(context, caller, templates, { values, question: null })
  return { subjectId: newest?.id ?? null, ...result }
}

const findReceiver = async ({ db }: ApiContext, { accountId }: Caller, receiverId: string) => {
  const [receiver] = await db
    .select({ id: receivers.id, name: receivers.name, token: receivers.token })
    .from(receivers)
    .where(and(eq(receivers.id, receiverId), eq(receivers.accountId, accountId)))
  if (receiver === undefined) throw notFound('receiver')
  return receiver
}

const { id, method, remoteAddress, requestHeaders, requestBody, responseCode, responseBody } = receivedRequests

const findNewest = async ({ db }: ApiContext, receiverId: string) => {
  const [newest] = await db
    .select({
      id,
      request: { method, remoteAddress, headers: requestHeaders, body: requestBody },
      response: { code: responseCode, body: responseBody },
    })
    .from(receivedRequests)
    .where(eq(receivedRequests.receiverId, receiverId))
    .orderBy(sql`${id} desc nulls last`)
    .limit(1)
  return newest
}

const exampleValuesOf = (receiver: { id: string; name: string; url: string }, publicOrigin: string) => ({
  ...exampleValues(receiverVariables),
  receiver: { name: receiver.name, url: receiver.url, detailUrl: receiverPageUrl(publicOrigin, receiver.id) },
})
