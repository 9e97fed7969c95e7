import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import { receivers } from '@knockwire/db/schema/receivers'
import { notFound } from '@knockwire/domain/errors'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { receiverUrl } from '@knockwire/domain/receivers/receiver'
import { and, eq, not } from 'drizzle-orm'
import type { Caller } from '../../context.ts'
import type { Settings } from '../../settings.ts'

type ReceiverRow = typeof receivers.$inferSelect

export const isMine = ({ accountId }: Caller, receiverId: string) =>
  and(eq(receivers.id, receiverId), eq(receivers.accountId, accountId))

/** The account's receivers without its drafts: those that are listed, and count against the plan. */
export const createdOf = (accountId: string) => and(eq(receivers.accountId, accountId), not(receivers.isDraft))

/** The account's receivers that are being created. */
export const draftsOf = (accountId: string) => and(eq(receivers.accountId, accountId), receivers.isDraft)

/** A receiver, and the version that the caller saw of it; undefined where they do not say. */
export interface SeenReceiver {
  receiverId: string
  version?: number | undefined
}

export const findReceiver = async (
  db: DatabaseOrTransaction,
  caller: Caller,
  receiverId: string,
): Promise<ReceiverRow> => {
  const [receiver] = await db.select().from(receivers).where(isMine(caller, receiverId))
  if (receiver === undefined) throw notFound('receiver')
  return receiver
}

/** The receiver, locked until the transaction ends: other changes of it wait. */
export const lockReceiver = async (tx: Transaction, caller: Caller, receiverId: string): Promise<ReceiverRow> => {
  const [receiver] = await tx.select().from(receivers).where(isMine(caller, receiverId)).for('no key update')
  if (receiver === undefined) throw notFound('receiver')
  return receiver
}

export const presentReceiver = (settings: Settings, receiver: ReceiverRow): ReceiverView => ({
  id: receiver.id,
  version: receiver.version,
  name: receiver.name,
  url: receiverUrl(settings.receiverOrigin, receiver.token),
  status: receiver.status,
  isDraft: receiver.isDraft,
  responseCode: receiver.responseCode,
  responseBody: receiver.responseBody,
  responseHeaders: { 'content-type': receiver.contentType },
  createdAt: receiver.createdAt.toISOString(),
})
