import type { Database } from '@knockwire/db/client'
import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { notifications } from '@knockwire/db/schema/notifications'
import { heartbeatChanges, heartbeats, heartbeatSignals } from '@knockwire/db/schema/receivers'
import { insertTestHeartbeat } from '@knockwire/db/testing/insert-heartbeat'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { defaultHeartbeatFiring } from '@knockwire/domain/notifications/when-rules'
import type { HeartbeatFiring } from '@knockwire/domain/notifications/when'
import { dueAtOnceSql } from '@knockwire/services/heartbeats/presence'
import { asc, eq, sql } from 'drizzle-orm'
import { emailTo } from './seed.ts'

type Signal = Partial<Omit<typeof heartbeatSignals.$inferInsert, 'receiverId'>>

export const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)

/** Of a heartbeat whose last signal came a hundred seconds ago, and whose grace is over. */
export const overdue = () => ({
  state: 'UP' as const,
  isSettled: true,
  since: ago(1000),
  lastSignalAt: ago(100),
  expectedAt: ago(40),
  expectedBy: ago(30),
  checkAt: ago(30),
})

/** A receiver that expects a call each minute, ten seconds late at most. Its signals are stored as the ingress stores them. */
export const seedHeartbeat = async (db: Database, changes: Parameters<typeof insertTestHeartbeat>[2] = {}) => {
  const receiver = await insertTestReceiver(db, { plan: 'SUPER', name: 'Backup' })
  const { id: receiverId, accountId } = receiver
  const address = `${accountId}@example.com`
  await db.insert(verifiedEmails).values({ accountId, address, verifiedAt: new Date() })
  await insertTestHeartbeat(db, receiver, changes)
  const mail = emailTo(address, {
    subject: '[{{ alert.state }}] {{ receiver.name }}: {{ alert.summary }}',
    template: '{{ heartbeat.state }}, {{ heartbeat.exitCode }}, {{ alert.count }}',
  })

  /** A notification, by mail unless it is said otherwise. */
  const watch = async (firing: Partial<HeartbeatFiring> = {}, setting = mail): Promise<string> => {
    const [id, now] = [uuidv7(), new Date()]
    await db.insert(notifications).values({
      id,
      accountId,
      receiverId,
      type: setting.type,
      heartbeat: { ...defaultHeartbeatFiring, ...firing },
      setting,
      createdAt: now,
      updatedAt: now,
    })
    return id
  }

  /** Signals that wait, and say so. */
  const signal = async (...signals: Signal[]) => {
    const rows = signals.map((one) => ({ receiverId, at: new Date(), kind: 'SUCCESS' as const, ...one }))
    await db.transaction(async (tx) => {
      await tx.insert(heartbeatSignals).values(rows)
      await tx
        .update(heartbeats)
        .set({ isSettled: false, checkAt: sql`least(check_at, ${sql.raw(dueAtOnceSql)})` })
        .where(eq(heartbeats.receiverId, receiverId))
    })
  }

  const row = async () => {
    const [found] = await db.select().from(heartbeats).where(eq(heartbeats.receiverId, receiverId))
    if (found === undefined) throw new Error('There is no heartbeat.')
    return found
  }
  const changed = async () => {
    const rows = await db
      .select()
      .from(heartbeatChanges)
      .where(eq(heartbeatChanges.receiverId, receiverId))
      .orderBy(asc(heartbeatChanges.at), asc(heartbeatChanges.id))
    return rows.map(({ state, reason }) => `${state} ${reason}`)
  }
  return { receiverId, accountId, address, watch, signal, row, changed }
}
