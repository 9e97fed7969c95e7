import type { Transaction } from '@knockwire/db/client'
import { retryOnDeadlock } from '@knockwire/db/failures/retry-on-deadlock'
import { notifications } from '@knockwire/db/schema/notifications'
import { heartbeats, receivedRequests, receivers } from '@knockwire/db/schema/receivers'
import { AppError } from '@knockwire/domain/errors'
import { type HeartbeatState, heartbeatStates } from '@knockwire/domain/heartbeats/heartbeat-rules'
import {
  type ReceiverDraftList,
  type ReceiverListQuery,
  type ReceiverPage,
  receiverUrl,
  type ReceiverView,
} from '@knockwire/domain/receivers/receiver'
import { requireVersion } from '@knockwire/domain/versions'
import { deleteWholeReceiver } from '@knockwire/services/receivers/delete-receiver'
import { and, count, desc, eq, ilike, notInArray, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ApiContext, Caller } from '../../context.ts'
import {
  createdOf,
  draftsOf,
  findReceiver,
  lockReceiver,
  presentReceiver,
  receiverColumns,
  type SeenReceiver,
  shownHeartbeat,
  toReceiverRow,
} from '../../access/owned/owned-receiver.ts'
import { requireContents } from '../../access/owned/whole-etag.ts'
import { raiseRevision } from '../../access/owned/hand-edits.ts'
import { audit } from '../../access/audit.ts'
import { containing } from '../../reads/containing.ts'

/** The index is `nulls last`, and read in its order only by a query that orders the same way. */
const newestFirst = sql`${receivers.id} desc nulls last`

/** The newest request that is stored, and their number, by the index of the receiver's history. Columns are named in full: drizzle leaves the table out where it selects from one. */
const lastRequestAt = sql<Date | null>`(
  select created_at from received_requests
  where receiver_id = receivers.id order by id desc nulls last limit 1)`

const requestCount = sql<number>`(
  select count(*)::int from received_requests where receiver_id = receivers.id)`

const rejectedLastHour = sql<number>`(
  select coalesce(sum(count), 0)::int from rejected_requests
  where receiver_id = receivers.id and minute > now() - interval '1 hour')`

const countsOf = (numberOf: (state: HeartbeatState) => number) =>
  Object.fromEntries(heartbeatStates.map((state) => [state, numberOf(state)])) as Record<HeartbeatState, number>

/** Whether its name or its URL contains this. */
const matching = (receiverOrigin: string, search: string) => {
  const pattern = containing(search)
  const url = sql`${receiverUrl(receiverOrigin, '')} || ${receivers.token}`
  return or(ilike(receivers.name, pattern), ilike(url, pattern))
}

/** The caller's receivers without drafts; counted, since there are no more than the plan allows. */
export const listReceivers = async (
  { db, settings }: ApiContext,
  { accountId }: Caller,
  { page, size, search, status, heartbeat, without }: z.infer<typeof ReceiverListQuery>,
): Promise<ReceiverPage> => {
  const mine = createdOf(accountId)
  const listed = and(
    mine,
    search === '' ? undefined : matching(settings.receiverOrigin, search),
    without.length === 0 ? undefined : notInArray(receivers.id, without),
  )
  const rows = await db
    .select({
      ...receiverColumns,
      lastRequestAt: lastRequestAt.mapWith(receivedRequests.createdAt),
      requestCount,
      rejectedLastHour,
    })
    .from(receivers)
    .leftJoin(heartbeats, eq(heartbeats.receiverId, receivers.id))
    .where(and(listed, status && eq(receivers.status, status), heartbeat && eq(shownHeartbeat, heartbeat)))
    .orderBy(newestFirst)
    .limit(size)
    .offset(page * size)
  const byStatus = await db
    .select({ status: receivers.status, number: count() })
    .from(receivers)
    .where(listed)
    .groupBy(receivers.status)
  const byHeartbeat = await db
    .select({ state: shownHeartbeat, status: receivers.status, number: count() })
    .from(receivers)
    .innerJoin(heartbeats, eq(heartbeats.receiverId, receivers.id))
    .where(listed)
    .groupBy(shownHeartbeat, receivers.status)
  const numbers = (of: (one: (typeof byHeartbeat)[number]) => boolean) =>
    byHeartbeat.filter(of).reduce((sum, one) => sum + one.number, 0)
  const receiverCount = await db.$count(receivers, mine)
  const counts = { ACTIVE: 0, DISABLED: 0, ...Object.fromEntries(byStatus.map((one) => [one.status, one.number])) }
  return {
    results: rows.map((row) => ({
      ...presentReceiver(settings, toReceiverRow(row)),
      lastRequestAt: row.lastRequestAt?.toISOString() ?? null,
      requestCount: row.requestCount,
      rejectedLastHour: row.rejectedLastHour,
    })),
    total:
      heartbeat !== undefined
        ? numbers((one) => one.state === heartbeat && (status === undefined || one.status === status))
        : status === undefined
          ? counts.ACTIVE + counts.DISABLED
          : counts[status],
    page,
    counts,
    heartbeats: countsOf((state) => numbers((one) => one.state === state)),
    receiverCount,
  }
}

/** The caller's drafts, the one saved last first; there are no more than `maxReceiverDrafts`. */
export const listReceiverDrafts = async ({ db }: ApiContext, { accountId }: Caller): Promise<ReceiverDraftList> => {
  const rows = await db
    .select({ id: receivers.id, name: receivers.name, updatedAt: receivers.updatedAt })
    .from(receivers)
    .where(draftsOf(accountId))
    .orderBy(desc(receivers.updatedAt))
  return { results: rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() })) }
}

export const getReceiver = async (
  { db, settings }: ApiContext,
  caller: Caller,
  { receiverId }: { receiverId: string },
): Promise<ReceiverView> => presentReceiver(settings, await findReceiver(db, caller, receiverId))

/** Whether a draft holds something; any receiver that was created does. */
const isTouched = async (tx: Transaction, receiver: typeof receivers.$inferSelect): Promise<boolean> =>
  !receiver.isDraft ||
  receiver.version > 1 ||
  (await tx.$count(notifications, eq(notifications.receiverId, receiver.id))) > 0

/** Deletes a receiver with everything of it; one that is active only where `deactivate` says so. */
export const deleteReceiver = (
  context: ApiContext,
  caller: Caller,
  {
    receiverId,
    version,
    digest,
    deactivate,
    untouched = false,
  }: SeenReceiver & { deactivate: boolean; untouched?: boolean },
): Promise<void> =>
  retryOnDeadlock(() =>
    context.db.transaction(async (tx) => {
      const { settings } = context
      const receiver = await lockReceiver(tx, caller, receiverId)
      const current = () => presentReceiver(settings, receiver)
      requireVersion(receiver, { sent: version, current })
      await requireContents(tx, { kind: 'receiver', row: receiver, digest, current })
      if (untouched && (await isTouched(tx, receiver))) return
      if (receiver.status === 'ACTIVE' && !deactivate)
        throw new AppError('CONFLICT', 'This receiver is active. Deactivate it first.')
      await deleteWholeReceiver(tx, receiverId)
      await raiseRevision(tx, caller.accountId, receiver.managedBy)
      const action = receiver.isDraft ? 'receiver.draft_deleted' : 'receiver.deleted'
      await audit(context, tx, caller, { action, object: { type: 'RECEIVER', id: receiverId, name: receiver.name } })
    }),
  )
