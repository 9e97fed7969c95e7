import { deferredDecisions } from '@knockwire/db/schema/executions'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { planIn, type PlanRow, rowsRead } from '../../testing/measures/query-plan.ts'
import { seedAccount, seedTask } from '../../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../../testing/test-executor.ts'
import { candidatesSql, findCandidates, leaseDeferred, renewLeases } from './deferred-rows.ts'

describe('leases of deferred decisions', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  const { context, close } = await createTestContext(url)
  stopAfter(close)
  // With the session's settings of an executor, which its statements are planned by.
  const { pool } = context.database
  const owner = uuidv7()

  const deferSome = async (count: number) => {
    const { id: accountId } = await seedAccount(db)
    const idle = { dueAt: null, status: 'DISABLED' } as const
    const taskId = await seedTask(db, { accountId, uri: 'https://example.com/', schedule: idle })
    const executionIds = Array.from({ length: count }, () => uuidv7()).toSorted()
    await db.insert(deferredDecisions).values(executionIds.map((executionId) => ({ executionId, taskId, accountId })))
    return { accountId, executionIds }
  }

  it('go to the oldest of each account of which none is being decided', async () => {
    const [first, second, third] = [await deferSome(3), await deferSome(2), await deferSome(2)]
    await leaseDeferred(pool, owner, second.executionIds.slice(1))
    const candidates = await findCandidates(pool)
    expect(candidates).toEqual([
      { accountId: first.accountId, executionId: first.executionIds[0] },
      { accountId: third.accountId, executionId: third.executionIds[0] },
    ])
    await db.delete(deferredDecisions)
    expect(await findCandidates(pool)).toEqual([])
  })

  it('are looked for at the cost of the accounts that wait, however many executions of theirs do', async () => {
    for (const count of [1000, 1000, 1]) await deferSome(count)
    await db.execute('analyze deferred_decisions')
    const { rows } = await pool.query<PlanRow>(`explain (analyze, format json) ${candidatesSql}`)
    expect(rowsRead(planIn(rows), 'deferred_decisions')).toBeLessThan(20)
    await db.delete(deferredDecisions)
  })

  it('are renewed for what is being decided, so that another executor takes what was dropped', async () => {
    const { executionIds } = await deferSome(2)
    await leaseDeferred(pool, owner, executionIds)
    const soon = new Date(Date.now() + 5000)
    await db.update(deferredDecisions).set({ leasedUntil: soon })
    const [kept = '', dropped = ''] = executionIds
    await renewLeases(pool, owner, [kept])
    const untilOf = async (id: string) =>
      (await db.select().from(deferredDecisions).where(eq(deferredDecisions.executionId, id)))[0]?.leasedUntil
    expect((await untilOf(kept))?.getTime()).toBeGreaterThan(soon.getTime())
    expect(await untilOf(dropped)).toEqual(soon)
  })
})
