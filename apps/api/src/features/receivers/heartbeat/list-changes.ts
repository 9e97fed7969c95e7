import { heartbeatChanges } from '@knockwire/db/schema/receivers'
import { type CountedView, type HeartbeatChangeList, mostListedChanges } from '@knockwire/domain/heartbeats/heartbeat'
import type { Counted } from '@knockwire/domain/heartbeats/learned/usual'
import { desc, eq } from 'drizzle-orm'
import { findReceiver } from '../../../access/owned/owned-receiver.ts'
import type { ApiContext, Caller } from '../../../context.ts'
import { loadDeliveries } from '../../deliveries/load-deliveries.ts'

/** When a receiver's heartbeat changed lately, why, and who was notified. */
export const listHeartbeatChanges = async (
  { db }: ApiContext,
  caller: Caller,
  { receiverId }: { receiverId: string },
): Promise<HeartbeatChangeList> => {
  await findReceiver(db, caller, receiverId)
  const rows = await db
    .select()
    .from(heartbeatChanges)
    .where(eq(heartbeatChanges.receiverId, receiverId))
    .orderBy(desc(heartbeatChanges.at), desc(heartbeatChanges.id))
    .limit(mostListedChanges)
  const deliveries = await loadDeliveries(
    db,
    rows.map(({ id }) => id),
  )
  return {
    results: rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      state: row.state,
      reason: row.reason,
      expectedAt: row.expectedAt?.toISOString() ?? null,
      lastSignalAt: row.lastSignalAt?.toISOString() ?? null,
      duration: row.durationMs,
      exitCode: row.exitCode,
      absence: row.absenceMs,
      counted: row.counted && countedOf(row.counted),
      notificationResults: deliveries.get(row.id) ?? [],
    })),
  }
}

const countedOf = ({ kind, count, fromMs, untilMs, from, to }: Counted): CountedView => ({
  kind,
  count,
  from: new Date(fromMs).toISOString(),
  to: new Date(untilMs).toISOString(),
  usualFrom: from,
  usualTo: to,
})
