import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import { receivers } from '@knockwire/db/schema/receivers'
import { notFound } from '@knockwire/domain/errors'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { receiverUrl } from '@knockwire/domain/receivers/receiver'
import { and, eq, ne, not, or } from 'drizzle-orm'
import type { Caller } from '../../context.ts'
import type { Settings } from '../../settings.ts'

type ReceiverRow = typeof receivers.$inferSelect

export const isMine = ({ accountId }: Caller, receiverId: string) =>
  and(eq(receivers.id, receiverId), eq(receivers.accountId, accountId))

/**
 * The account's receivers without its drafts: those that are listed, and count against the plan. An active one is no draft:
 * a process of an earlier version activates without unmarking it.
 */
export const createdOf = (accountId: string) =>
  and(eq(receivers.accountId, accountId), or(not(receivers.isDraft), eq(receivers.status, 'ACTIVE')))

/** The account's receivers that are being created. */
export const draftsOf = (accountId: string) =>
  and(eq(receivers.accountId, accountId), receivers.isDraft, ne(receivers.status, 'ACTIVE'))

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
  isDraft: receiver.isDraft && receiver.status !== 'ACTIVE',
  responseCode: receiver.responseCode,
  responseBody: receiver.responseBody,
  responseHeaders: { 'content-type': receiver.contentType },
  createdAt: receiver.createdAt.toISOString(),
})
