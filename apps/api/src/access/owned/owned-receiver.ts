import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import { heartbeats, receivers } from '@knockwire/db/schema/receivers'
import { notFound } from '@knockwire/domain/errors'
import { expectationOf } from '@knockwire/domain/heartbeats/expectation'
import type { HeartbeatView } from '@knockwire/domain/heartbeats/heartbeat'
import type { HeartbeatState } from '@knockwire/domain/heartbeats/heartbeat-rules'
import { shownAddress } from '@knockwire/domain/heartbeats/signals/other-addresses'
import { type Heartbeat, shownSince } from '@knockwire/domain/heartbeats/machine/heartbeat-state'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { receiverUrl } from '@knockwire/domain/receivers/receiver'
import { heartbeatOf } from '@knockwire/services/heartbeats/heartbeat-columns'
import { and, eq, getTableColumns, not, sql } from 'drizzle-orm'
import type { Caller } from '../../context.ts'
import type { Settings } from '../../settings.ts'
import { presentDescribed } from './described.ts'

/** A receiver with its heartbeat, where it expects calls. */
export type ReceiverRow = typeof receivers.$inferSelect & {
  heartbeat: typeof heartbeats.$inferSelect | null
  readAt: Date
  addresses: string[]
}

/** Of a query that joins the two tables. `readAt`: by the database's clock, which says whether a heartbeat is late. */
export const receiverColumns = {
  receiver: getTableColumns(receivers),
  heartbeat: getTableColumns(heartbeats),
  readAt: sql<Date>`now()`.mapWith(receivers.createdAt),
  /** In the order that they are compared in, whatever the database's own order of text is. */
  addresses: sql<
    string[]
  >`array(select address from receiver_addresses where receiver_id = receivers.id order by address collate "C")`,
}

interface Joined {
  receiver: typeof receivers.$inferSelect
  heartbeat: typeof heartbeats.$inferSelect | null
  readAt: Date
  addresses: string[]
}

export const toReceiverRow = ({ receiver, heartbeat, readAt, addresses }: Joined): ReceiverRow => ({
  ...receiver,
  heartbeat,
  readAt,
  addresses,
})

/** As `shownState` of the domain has it, in a query. */
export const shownHeartbeat = sql<HeartbeatState>`(
  case when ${heartbeats.state} = 'UP' and ${heartbeats.expectedAt} < now() and ${heartbeats.judgedUntil} is null then 'LATE' else ${heartbeats.state} end)`

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
  /** Of its notifications, where the ETag of the whole was sent. */
  digest?: string | undefined
}

export const selectReceivers = (db: DatabaseOrTransaction) =>
  db.select(receiverColumns).from(receivers).leftJoin(heartbeats, eq(heartbeats.receiverId, receivers.id))

export const findReceiver = async (
  db: DatabaseOrTransaction,
  caller: Caller,
  receiverId: string,
): Promise<ReceiverRow> => {
  const [found] = await selectReceivers(db).where(isMine(caller, receiverId))
  if (found === undefined) throw notFound('receiver')
  return toReceiverRow(found)
}

/** The receiver, locked until the transaction ends: other changes of it wait. */
export const lockReceiver = async (tx: Transaction, caller: Caller, receiverId: string): Promise<ReceiverRow> => {
  const select = selectReceivers(tx).where(isMine(caller, receiverId))
  const [found] = await select.for('no key update', { of: receivers })
  if (found === undefined) throw notFound('receiver')
  return toReceiverRow(found)
}

export const presentReceiver = (settings: Settings, receiver: ReceiverRow): ReceiverView => ({
  id: receiver.id,
  version: receiver.version,
  name: receiver.name,
  url: receiverUrl(settings.receiverOrigin, receiver.token),
  status: receiver.status,
  isDraft: receiver.isDraft,
  ...presentDescribed(receiver),
  responseCode: receiver.responseCode,
  responseBody: receiver.responseBody,
  responseHeaders: { 'content-type': receiver.contentType },
  expectation: receiver.heartbeat && expectationOf(receiver.heartbeat.expectation),
  otherAddresses: receiver.addresses.map(shownAddress),
  heartbeat: receiver.heartbeat && {
    ...presentHeartbeat(heartbeatOf(receiver.heartbeat), receiver.readAt),
    badgeUrl: `${settings.publicOrigin}/api/v1/badges/${receiver.heartbeat.badgeToken}`,
  },
  createdAt: receiver.createdAt.toISOString(),
})

const timeText = (epochMs: number | null) => (epochMs === null ? null : new Date(epochMs).toISOString())

const presentHeartbeat = (heartbeat: Heartbeat, readAt: Date): Omit<HeartbeatView, 'badgeUrl'> => {
  const { lastSignalAtMs, expectedAtMs } = heartbeat
  const { state, sinceMs } = shownSince(heartbeat, readAt.getTime())
  return {
    state,
    since: new Date(sinceMs).toISOString(),
    lastSignalAt: timeText(lastSignalAtMs),
    expectedAt: timeText(expectedAtMs),
  }
}
