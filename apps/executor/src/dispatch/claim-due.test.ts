import type { Transaction } from '@knockwire/db/client'
import { completions, executions } from '@knockwire/db/schema/executions'
import { schedules } from '@knockwire/db/schema/tasks'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import { activateSchedule, changeSchedule, disableSchedule } from '@knockwire/services/schedules/schedule'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ExecutorContext } from '../context.ts'
import { historyOf, scheduleOf } from '../testing/history.ts'
import { seedAccount, seedTask } from '../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { inTransaction } from '@knockwire/db/transaction'
import { AccountQuota } from './account-quota.ts'
import { claimDue, lockDue } from './claim-due.ts'
import { DatabaseClock } from './database-clock.ts'

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

  const makeDue = (inMs = -1000) => {
    const due = new Date(Date.now() + inMs)
    const schedule = { anchorAt: due, dueAt: due, intervalSecond: 60 }
    return seedTask(db, { accountId, uri: 'https://example.com/', schedule })
  }
  const claimTools = () => ({
    pool: context.database.pool,
    queue: context.queue,
    quota: new AccountQuota(500),
    clock: new DatabaseClock(),
  })
  const claim = (aheadMs = 0) => claimDue(claimTools(), aheadMs)
  const taskIdsOf = ({ due }: Awaited<ReturnType<typeof lockDue>>) => due.map(({ taskId }) => taskId)

  it('what waits for its completion takes nothing of its account’s quota, and a test that does gives it none', async () => {
    const owner = (await seedAccount(db)).id
    const due = new Date(Date.now() - 1000)
    const make = () =>
      seedTask(db, {
        accountId: owner,
        uri: 'https://example.com/',
        schedule: { anchorAt: due, dueAt: due, intervalSecond: 60 },
      })
    const claimOfTwo = async () => {
      const { queued } = await claimDue({ ...claimTools(), quota: new AccountQuota(2) })
      return queued.filter((run) => run.accountId === owner)
    }
    const wait = async (executionId: string, taskId: string) => {
      const deadlineAt = new Date(Date.now() + 60_000)
      await db.insert(completions).values({ executionId, taskId, accountId: owner, deadlineAt, checkAt: deadlineAt })
    }
    await make()
    await make()
    const [first] = await claimOfTwo()
    expect(first).toBeDefined()
    const [testId, now] = [uuidv7(), new Date()]
    const ofTest = { taskId: first?.taskId ?? '', accountId: owner, trigger: 'TEST', status: 'WAITING' } as const
    await db.insert(executions).values({ id: testId, ...ofTest, scheduledFor: now, createdAt: now })
    await wait(testId, ofTest.taskId)
    await make()
    expect(await claimOfTwo()).toEqual([])
    await wait(first?.id ?? '', ofTest.taskId)
    expect(await claimOfTwo()).toHaveLength(1)
  })

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
    const taskIds = await Promise.all(Array.from({ length: 40 }, () => makeDue()))
    const claims = await Promise.all(Array.from({ length: 6 }, () => claim()))
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

  describe('ahead of its time', () => {
    const later = new Date(Date.now() + 3_600_000)
    const changes: [name: string, (tx: Transaction, taskId: string) => Promise<void>][] = [
      ['is deactivated', (tx, taskId) => disableSchedule(tx, taskId, 'USER')],
      ['is moved', (tx, taskId) => changeSchedule(tx, taskId, defaultScheduler, { anchorAt: later, dueAt: later })],
      ['is activated again', (tx, taskId) => activateSchedule(tx, taskId, { anchorAt: later, dueAt: later })],
    ]

    it('a run is queued for its time, and its schedule moves on', async () => {
      const taskId = await makeDue(20_000)
      const { dueAt } = await scheduleOf(db, taskId)
      expect((await claim(1000)).queued).toEqual([])
      expect((await claim(30_000)).queued).toMatchObject([{ taskId, dueMs: dueAt?.getTime() }])
      expect(await historyOf(db, taskId)).toMatchObject([{ status: 'QUEUED', scheduledFor: dueAt }])
      expect((await scheduleOf(db, taskId)).dueAt).toEqual(new Date((dueAt?.getTime() ?? 0) + minute))
    })

    it.each(changes)('a claim is taken back where the schedule %s before it starts', async (_name, change) => {
      const taskId = await makeDue(20_000)
      await claim(30_000)
      await db.transaction((tx) => change(tx, taskId))
      expect(await historyOf(db, taskId)).toEqual([])
      expect(await scheduleOf(db, taskId)).toMatchObject({ inFlightExecutionId: null, executionsTotal: 0 })
    })

    it('a run that has started is let end where its schedule is deactivated', async () => {
      const taskId = await makeDue(20_000)
      await claim(30_000)
      await db.update(executions).set({ status: 'RUNNING' }).where(eq(executions.taskId, taskId))
      await db.transaction((tx) => disableSchedule(tx, taskId, 'USER'))
      expect(await historyOf(db, taskId)).toMatchObject([{ status: 'RUNNING' }])
      expect(await scheduleOf(db, taskId)).toMatchObject({ status: 'DISABLED', executionsTotal: 1 })
    })

    it('a run that is overdue is taken back where its schedule is deactivated before it starts', async () => {
      const taskId = await makeDue()
      await claim()
      await db.transaction((tx) => disableSchedule(tx, taskId, 'USER'))
      expect(await historyOf(db, taskId)).toEqual([])
      expect(await scheduleOf(db, taskId)).toMatchObject({ status: 'DISABLED', executionsTotal: 0 })
    })
  })
})
