import { heartbeatChanges, heartbeats, ingressPresence } from '@knockwire/db/schema/receivers'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { presenceLeaseMs } from '@knockwire/domain/heartbeats/absence'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { deliveriesOf } from '../testing/rows/seed.ts'
import { ago, overdue, seedHeartbeat } from '../testing/rows/seed-heartbeat.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { nextDueIn } from './heartbeat-rows.ts'
import { takeHeartbeats } from './take-heartbeats.ts'

const { db, url, pool, stopAfter } = await useTestDatabase()

const { context, close } = await createTestContext(url)
stopAfter(close)
const takeAll = async () => {
  for (;;) if ((await takeHeartbeats(context, 200)).claimed === 0) return
}

describe('a turn, by what is known of the ingress,', () => {
  it('waits longer by the time in which no ingress could take a signal, and says so in the alert', async () => {
    const heartbeat = await seedHeartbeat(db, overdue())
    const id = await heartbeat.watch()
    // From a minute ago on for forty seconds.
    const [before, after] = [uuidv7(), uuidv7()]
    await db.insert(ingressPresence).values([
      { id: before, fromAt: ago(5000), untilAt: ago(50), seenAt: ago(60) },
      { id: after, fromAt: ago(20), untilAt: ago(-60), seenAt: ago(-1) },
    ])
    const cron = { mode: 'CRON', expression: '* * * * *' } as const
    const edited = await seedHeartbeat(db, { ...overdue(), expectation: cron, movedAt: ago(20) })
    const unedited = await seedHeartbeat(db, { ...overdue(), expectation: cron })
    await takeAll()
    const { checkAt, state } = await heartbeat.row()
    expect([await heartbeat.changed(), state]).toEqual([[], 'UP'])
    expect([await edited.changed(), await unedited.changed()]).toEqual([['DOWN SILENT'], []])
    expect(Math.round(((checkAt?.getTime() ?? 0) - Date.now()) / 1000)).toBeGreaterThan(8)
    // Of one of an older version it is known when it ended if it has said so, and else but for its lease.
    const isDueAt = async (isEnded: boolean) => {
      await db
        .update(ingressPresence)
        .set({ isEnded, untilAt: ago(60), seenAt: null })
        .where(eq(ingressPresence.id, before))
      await db
        .update(heartbeats)
        .set({ checkAt: ago(1) })
        .where(eq(heartbeats.receiverId, heartbeat.receiverId))
      await takeAll()
      return (await heartbeat.row()).checkAt?.getTime() ?? 0
    }
    const afterEnd = await isDueAt(true)
    const withLease = await isDueAt(false)
    expect(Math.round((withLease - afterEnd) / 1000)).toBe(presenceLeaseMs / 1000)
    await db
      .update(ingressPresence)
      .set({ fromAt: ago(50) })
      .where(eq(ingressPresence.id, after))
    await db
      .update(heartbeats)
      .set({ checkAt: ago(1) })
      .where(eq(heartbeats.receiverId, heartbeat.receiverId))
    await takeAll()
    expect(await heartbeat.changed()).toEqual(['DOWN SILENT'])
    const [alert] = await deliveriesOf(db, id)
    expect(alert?.verdict?.description).toMatch(
      /; one was expected at .*\. This server waited 25 s longer, because it could not receive calls for a time/,
    )
    await db.delete(ingressPresence)
  })

  it.each([
    ['a first call', {}, 'SUCCESS', 'UP SIGNAL'],
    ['the end of a first run', { expectation: { maxRunSeconds: 70 } }, 'START', 'RUNNING STARTED'],
    ['a call after an outage', { state: 'DOWN' }, 'SUCCESS', 'UP SIGNAL'],
  ] as const)('waits longer also for what follows %s that it takes late', async (_what, changes, kind, change) => {
    await db.insert(ingressPresence).values([
      { id: uuidv7(), fromAt: ago(5000), untilAt: ago(50), seenAt: ago(50) },
      { id: uuidv7(), fromAt: ago(20), untilAt: ago(-60), seenAt: ago(-1) },
    ])
    const heartbeat = await seedHeartbeat(db, { since: ago(1000), ...changes })
    await heartbeat.signal({ at: ago(100), kind })
    await takeAll()
    await db.delete(ingressPresence)
    expect(await heartbeat.changed()).toEqual([change])
  })

  it('alerts of nothing before an ingress was seen at the time of the alert, and at that time then', async () => {
    const id = uuidv7()
    await db.insert(ingressPresence).values({ id, fromAt: ago(5000), untilAt: ago(-9), seenAt: ago(1) })
    const heartbeat = await seedHeartbeat(db, { ...overdue(), expectedBy: ago(-60), checkAt: ago(-60) })
    const dueAt = new Date()
    await db
      .update(heartbeats)
      .set({ expectedBy: dueAt, checkAt: dueAt })
      .where(eq(heartbeats.receiverId, heartbeat.receiverId))
    expect(await takeHeartbeats(context, 200)).toMatchObject({ claimed: 0 })
    expect(await nextDueIn(pool)).toBeGreaterThan(0)
    await db.update(ingressPresence).set({ seenAt: new Date() })
    expect(await nextDueIn(pool)).toBeLessThan(0)
    await takeAll()
    expect(await heartbeat.changed()).toEqual(['DOWN SILENT'])
    const [change] = await db
      .select()
      .from(heartbeatChanges)
      .where(eq(heartbeatChanges.receiverId, heartbeat.receiverId))
    expect(change).toMatchObject({ at: dueAt, absenceMs: null })
    await db.delete(ingressPresence)
  })

  it('alerts of no silence where the ingress was killed before the alert, however soon before', async () => {
    const [id, next] = [uuidv7(), uuidv7()]
    // It was seen just before the grace was over, and for three seconds no more; its lease is not over.
    await db.insert(ingressPresence).values({ id, fromAt: ago(5000), untilAt: ago(-6), seenAt: ago(3) })
    const dueAt = ago(2.9)
    const heartbeat = await seedHeartbeat(db, { ...overdue(), expectedBy: dueAt, checkAt: dueAt })
    await takeAll()
    const { state, checkAt } = await heartbeat.row()
    expect([state, await heartbeat.changed()]).toEqual(['UP', []])
    expect(checkAt?.getTime()).toBeGreaterThan(Date.now() + 2000)
    // It is back, and its sender tries again.
    await db.insert(ingressPresence).values({ id: next, fromAt: new Date(), untilAt: ago(-10), seenAt: new Date() })
    await heartbeat.signal({})
    await takeAll()
    expect([(await heartbeat.row()).state, await heartbeat.changed()]).toEqual(['UP', []])
    await db.delete(ingressPresence)
  })

  it('takes signals at once, whether or not an ingress was seen since, and each shows that one was there', async () => {
    await db.insert(ingressPresence).values({ id: uuidv7(), fromAt: ago(5000), untilAt: ago(-9), seenAt: ago(0.6) })
    const failing = await seedHeartbeat(db)
    await failing.signal({ kind: 'FAIL' })
    // Late by a moment: that is known without waiting, since this signal was taken.
    const dueAt = ago(0.5)
    const late = await seedHeartbeat(db, { ...overdue(), isSettled: false, expectedBy: dueAt, checkAt: dueAt })
    await late.signal({ at: ago(0.4) })
    await takeAll()
    expect(await failing.changed()).toEqual(['DOWN FAILED'])
    expect(await late.changed()).toEqual(['DOWN SILENT', 'UP SIGNAL'])
    await db.delete(ingressPresence)
  })

  it('believes an ingress of an older version, which says some seconds ahead that it will be there', async () => {
    await db.insert(ingressPresence).values({ id: uuidv7(), fromAt: ago(5000), untilAt: ago(-6) })
    const heartbeat = await seedHeartbeat(db, { ...overdue(), expectedBy: ago(0.1), checkAt: ago(0.1) })
    await takeAll()
    expect(await heartbeat.changed()).toEqual(['DOWN SILENT'])
    await db.delete(ingressPresence)
  })
})
