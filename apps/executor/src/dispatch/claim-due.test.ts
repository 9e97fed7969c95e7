import { schedules } from '@knockwire/db/schema/tasks'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ExecutorContext } from '../context.ts'
import { historyOf, scheduleOf } from '../testing/history.ts'
import { seedAccount, seedTask } from '../testing/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { inTransaction } from '@knockwire/db/transaction'
import { AccountQuota } from './account-quota.ts'
import { claimDue } from './claim-due.ts'
import { lockDue } from './claim-due.ts'

const minute = 60_000

describe('claiming what is due', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  let context: ExecutorContext
  let accountId: string
  beforeAll(async () => {
    const opened = await createTestContext(url)
    context = opened.context
    stopAfter(opened.close)
    accountId = (await seedAccount(db)).id
  })

  const makeDue = () => {
    const due = new Date(Date.now() - 1000)
    const schedule = { anchorAt: due, dueAt: due, intervalSecond: 60 }
    return seedTask(db, { accountId, uri: 'https://example.com/', schedule })
  }
  const claim = () => claimDue(context.database.pool, context.queue, new AccountQuota(500))
  const taskIdsOf = ({ due }: Awaited<ReturnType<typeof lockDue>>) => due.map(({ taskId }) => taskId)

  it('nobody else changes a schedule between its claim and the end of it', async () => {
    const taskId = await makeDue()
    await inTransaction(context.database.pool, async (client) => {
      expect(taskIdsOf(await lockDue(client, 10, []))).toContain(taskId)
      const disabling = db.transaction(async (tx) => {
        await tx.execute(`set local lock_timeout = '50ms'`)
        await tx.update(schedules).set({ status: 'DISABLED', dueAt: null }).where(eq(schedules.taskId, taskId))
      })
      await expect(disabling).rejects.toMatchObject({ cause: { code: '55P03' } })
    })
    await claim()
  })

  it('a schedule that another executor is claiming is passed over, and nobody waits for it', async () => {
    const [one, other] = [await makeDue(), await makeDue()]
    await inTransaction(context.database.pool, async (client) => {
      expect(taskIdsOf(await lockDue(client, 1, []))).toEqual([one])
      await inTransaction(context.database.pool, async (second) => {
        await second.query(`set local lock_timeout = '1s'`)
        expect(taskIdsOf(await lockDue(second, 10, []))).toEqual([other])
      })
    })
    await claim()
  })

  it('two executors that claim at once queue each run once', async () => {
    const taskIds = await Promise.all(Array.from({ length: 40 }, makeDue))
    const claims = await Promise.all(Array.from({ length: 6 }, claim))
    expect(claims.flatMap(({ queued }) => queued.map(({ taskId }) => taskId)).toSorted()).toEqual(taskIds.toSorted())
    for (const taskId of taskIds) {
      expect(await historyOf(db, taskId)).toHaveLength(1)
      expect((await scheduleOf(db, taskId)).executionsTotal).toBe(1)
    }
  })

  it('a schedule that somebody holds while it is due is looked at again at once, not when the next is due', async () => {
    const taskId = await makeDue()
    await db.transaction(async (tx) => {
      await tx.select().from(schedules).where(eq(schedules.taskId, taskId)).for('update')
      const { queued, waitMs } = await claim()
      expect(queued).toEqual([])
      expect(waitMs).toEqual(expect.toSatisfy((ms: unknown) => typeof ms === 'number' && ms <= 0))
    })
    expect((await claim()).queued.map((run) => run.taskId)).toEqual([taskId])
    const { queued, waitMs } = await claim()
    expect(queued).toEqual([])
    expect(waitMs === null || waitMs > minute / 2).toBe(true)
  })
})
