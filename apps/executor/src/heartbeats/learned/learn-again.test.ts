import { heartbeats, receiverRollups } from '@knockwire/db/schema/receivers'
import { inTransaction } from '@knockwire/db/transaction'
import { hourMs, hourStart } from '@knockwire/domain/heartbeats/learned/week-hours'
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { learnedHeartbeats } from '../../testing/rows/seed-learned.ts'
import { createTestContext, useTestDatabase } from '../../testing/test-executor.ts'
import { claimDue } from '../heartbeat-rows.ts'
import { judgeLearned } from './judge-learned.ts'

const { db, url, pool, stopAfter } = await useTestDatabase()
const { context, close } = await createTestContext(url)
stopAfter(close)
const { now, seed, called, judgeHour, count } = learnedHeartbeats({ db, pool, context })

describe('a heartbeat that expects what is usual', () => {
  it('learns again once a day, between two windows', async () => {
    const heartbeat = await seed(50, { learnedAgoMs: 25 * hourMs })
    const { receiverId } = heartbeat
    await called(receiverId, 1, 50)
    await count()
    const before = (await heartbeat.row()).usual
    // As far as the last hour that is over, and no further.
    while ((await heartbeat.row()).judgedUntil?.getTime() !== hourStart(Date.now() - 5000)) await judgeHour(receiverId)
    const { usual, expectedAt, judgedUntil } = await heartbeat.row()
    expect(usual?.learnedAtMs).toBeGreaterThanOrEqual(now)
    expect(usual?.untilMs).toBeGreaterThan(before?.untilMs ?? 0)
    expect(usual?.windows).toHaveLength(168)
    expect(expectedAt?.getTime()).toBe((judgedUntil?.getTime() ?? 0) + hourMs)
  })

  it('learns in one turn as many again as its time allows, and at least one', async () => {
    const seeded = []
    for (let one = 0; one < 3; one += 1) seeded.push(await seed(50, { learnedAgoMs: 25 * hourMs, graceSeconds: 0 }))
    await count()
    const ids = seeded.map(({ receiverId }) => receiverId)
    const lastHour = hourStart(Date.now() - 5000) - hourMs
    const expected = new Date(lastHour + hourMs)
    await db
      .update(heartbeats)
      .set({
        judgedUntil: new Date(lastHour),
        expectedAt: expected,
        expectedBy: expected,
        checkAt: new Date(now - 1000),
      })
      .where(inArray(heartbeats.receiverId, ids))
    const learnedWithin = (budgetMs: number) =>
      inTransaction(pool, async (client) => {
        const claimed = await claimDue(client, 200)
        const own = claimed.filter(({ receiverId }) => ids.includes(receiverId))
        const turns = await judgeLearned(client, own, budgetMs)
        return [...turns.values()].filter(({ usual }) => usual !== null).length
      })
    expect([await learnedWithin(0), await learnedWithin(60_000)]).toEqual([1, 3])
  })

  it('keeps what it knows where a long silence would teach it nothing', async () => {
    const heartbeat = await seed(0, { learnedAgoMs: 25 * hourMs })
    const { receiverId } = heartbeat
    await count()
    await db.delete(receiverRollups).where(eq(receiverRollups.receiverId, receiverId))
    const before = (await heartbeat.row()).usual
    while ((await heartbeat.row()).judgedUntil?.getTime() !== hourStart(Date.now() - 5000)) await judgeHour(receiverId)
    const { usual } = await heartbeat.row()
    expect(usual?.windows).toEqual(before?.windows)
    expect(usual?.learnedAtMs).toBeGreaterThanOrEqual(now)
  })
})
