import { uuidv7 } from '@knockwire/db/uuidv7'
import type { ExecutionStatus } from '@knockwire/domain/executions/execution'
import { emailCodes } from '@knockwire/db/schema/accounts'
import { sessions } from '@knockwire/db/schema/users'
import { ownerOf } from '@knockwire/db/testing/insert-account'
import { executionDetails, executions } from '@knockwire/db/schema/executions'
import { rateWindows } from '@knockwire/db/schema/limits'
import { notifications } from '@knockwire/db/schema/notifications'
import { receivers, rejectedRequests } from '@knockwire/db/schema/receivers'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ExecutorContext } from '../context.ts'
import { historyOf, type PastExecutions, scheduleOf, seedExecutions } from '../testing/history.ts'
import { seedAccount, seedTask } from '../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { inTransaction } from '@knockwire/db/transaction'
import {
  createClosedAccountsDeletion,
  createExpiredDeletion,
  createStaleDraftsDeletion,
  createStaleReceiverDraftsDeletion,
  deleteUnconfirmed,
} from './delete-expired.ts'
import type { MaintenanceJob } from './start-maintenance.ts'
import { releaseEndedSchedules, createAbandonedRunsJob, requeueOldTests, requeueOrphans } from './abandoned-jobs.ts'

const day = 86_400_000

describe('maintenance', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  let context: ExecutorContext

  beforeAll(async () => {
    const opened = await createTestContext(url)
    context = opened.context
    stopAfter(opened.close)
  })

  const perform = (job: MaintenanceJob) =>
    inTransaction(context.maintenance.pool, (client) => job(client, context), `begin; set local lock_timeout = '5s'`)
  const task = async (accountId: string, more: Partial<Parameters<typeof seedTask>[1]> = {}) =>
    seedTask(db, { accountId, uri: 'https://example.com/', schedule: { dueAt: null, status: 'DISABLED' }, ...more })

  describe('what nobody needs any more', () => {
    it('deletes drafts that nobody has touched for 24 hours, with their runs, and no others', async () => {
      const { id } = await seedAccount(db)
      const old = new Date(Date.now() - 25 * 3_600_000)
      const recent = new Date(Date.now() - 23 * 3_600_000)
      const draft = async (timestamps: Partial<typeof tasks.$inferInsert>, isDraft = true) => {
        const taskId = await task(id, { isDraft })
        await db
          .update(tasks)
          .set({ updatedAt: old, ...timestamps })
          .where(eq(tasks.id, taskId))
        return taskId
      }
      const stale = await draft({})
      await seedExecutions(db, { accountId: id, taskId: stale, agesMs: [1000] })
      const kept = [
        await draft({ updatedAt: recent }),
        await draft({ lastOpenedAt: recent }),
        await draft({ lastSlackSetupAt: recent }),
      ]
      const created = await draft({}, false)
      await perform(createStaleDraftsDeletion().run)
      const left = (await db.select({ id: tasks.id }).from(tasks).where(eq(tasks.accountId, id))).map((row) => row.id)
      expect(left.toSorted()).toEqual([...kept, created].toSorted())
      expect(await historyOf(db, stale)).toEqual([])
    })

    it('leaves a stale draft that is being created as a task just now, and waits for nobody', async () => {
      const { id } = await seedAccount(db)
      const taskId = await task(id, { isDraft: true })
      await db
        .update(tasks)
        .set({ updatedAt: new Date(Date.now() - 25 * 3_600_000) })
        .where(eq(tasks.id, taskId))
      await seedExecutions(db, { accountId: id, taskId, agesMs: [1000] })
      await db.transaction(async (tx) => {
        await tx.update(tasks).set({ isDraft: false }).where(eq(tasks.id, taskId))
        await perform(createStaleDraftsDeletion().run)
      })
      await perform(createStaleDraftsDeletion().run)
      expect(await db.select({ isDraft: tasks.isDraft }).from(tasks).where(eq(tasks.id, taskId))).toEqual([
        { isDraft: false },
      ])
      expect(await historyOf(db, taskId)).toHaveLength(1)
    })

    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    const staleReceiver = (changes: Parameters<typeof insertTestReceiver>[1] = {}) =>
      insertTestReceiver(db, { status: 'DISABLED', isDraft: true, updatedAt: hoursAgo(25), ...changes })

    it('deletes receivers that nobody finished creating for 24 hours, with their notifications, and no others', async () => {
      const notify = async ({ id: receiverId, accountId }: { id: string; accountId: string }, updatedAt: Date) =>
        db.insert(notifications).values({
          id: uuidv7(),
          accountId,
          receiverId,
          type: 'EMAIL',
          setting: { type: 'EMAIL', email: { address: 'ada@example.com', subject: '', template: '' } },
          createdAt: hoursAgo(25),
          updatedAt,
        })
      const [stale, notified] = [await staleReceiver(), await staleReceiver()]
      await notify(stale, hoursAgo(25))
      await notify(notified, hoursAgo(23))
      const kept = [
        notified,
        await staleReceiver({ updatedAt: hoursAgo(23) }),
        await staleReceiver({ isDraft: false }),
      ].map(({ id }) => id)
      expect(await perform(createStaleReceiverDraftsDeletion().run)).toBe(1)
      const left = await db
        .select({ id: receivers.id })
        .from(receivers)
        .where(inArray(receivers.id, [stale.id, ...kept]))
      expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
      expect(await db.$count(notifications, eq(notifications.receiverId, stale.id))).toBe(0)
    })

    it('leaves a stale receiver that is being created just now, and waits for nobody', async () => {
      const { id } = await staleReceiver()
      await db.transaction(async (tx) => {
        await tx.update(receivers).set({ isDraft: false, status: 'ACTIVE' }).where(eq(receivers.id, id))
        await perform(createStaleReceiverDraftsDeletion().run)
      })
      await perform(createStaleReceiverDraftsDeletion().run)
      expect(await db.$count(receivers, eq(receivers.id, id))).toBe(1)
    })

    it.each([
      ['stale drafts', createStaleDraftsDeletion().run],
      ['stale drafts of receivers', createStaleReceiverDraftsDeletion().run],
      ['unconfirmed accounts', deleteUnconfirmed],
      ['closed accounts', createClosedAccountsDeletion().run],
      ['what has expired', createExpiredDeletion().run],
    ])('deletes %s within the transaction that holds its lock', async (_, job) => {
      const { id } = await seedAccount(db)
      const taskId = await task(id, { isDraft: true })
      await db
        .update(tasks)
        .set({ updatedAt: new Date(Date.now() - 25 * 3_600_000) })
        .where(eq(tasks.id, taskId))
      const current = 'select pg_current_xact_id()::text as id'
      await inTransaction(context.maintenance.pool, async (client) => {
        const before = await client.query<{ id: string }>(current)
        await job(client, context)
        expect((await client.query(current)).rows).toEqual(before.rows)
      })
    })

    it('deletes sessions, codes and counted windows that are over', async () => {
      const { id } = await seedAccount(db)
      const userId = await ownerOf(db, id)
      const [past, future] = [new Date(Date.now() - 1000), new Date(Date.now() + day)]
      for (const [name, expiresAt] of [
        ['over', past],
        ['alive', future],
      ] as const) {
        await db
          .insert(sessions)
          .values({ idHash: name, accountId: id, userId, createdAt: past, lastSeenAt: past, expiresAt })
        await db.insert(emailCodes).values({ accountId: id, address: name, codeHash: 'x', expiresAt })
        await db.insert(rateWindows).values({ key: name, windowStart: past, expiresAt, count: 1 })
      }
      expect(await perform(createExpiredDeletion().run)).toBe(3)
      expect(await db.select({ name: sessions.idHash }).from(sessions)).toEqual([{ name: 'alive' }])
      expect(await db.select({ name: emailCodes.address }).from(emailCodes)).toEqual([{ name: 'alive' }])
      expect(await db.select({ name: rateWindows.key }).from(rateWindows)).toEqual([{ name: 'alive' }])
    })
  })

  it('deletes counts of rejected requests after 7 days', async () => {
    const { id: receiverId } = await insertTestReceiver(db)
    const counts = [6.9, 7.1].map((days) => ({
      receiverId,
      minute: new Date(Date.now() - days * day),
      reason: 'OVER_LIMIT' as const,
      count: 1,
    }))
    await db.insert(rejectedRequests).values(counts)
    await perform(createExpiredDeletion().run)
    const left = await db.select().from(rejectedRequests).where(eq(rejectedRequests.receiverId, receiverId))
    expect(left).toEqual(counts.slice(0, 1))
  })

  describe('the last net', () => {
    const longAgo = 120_000
    /** A schedule whose run is in flight. */
    const inFlight = async (past: Omit<PastExecutions, 'accountId' | 'taskId'>) => {
      const { id } = await seedAccount(db)
      const taskId = await task(id, { schedule: { status: 'ACTIVE', dueAt: new Date(Date.now() + day) } })
      const [executionId = ''] = await seedExecutions(db, { accountId: id, taskId, ...past })
      await db.delete(executionDetails).where(eq(executionDetails.executionId, executionId))
      await db.update(schedules).set({ inFlightExecutionId: executionId }).where(eq(schedules.taskId, taskId))
      return { taskId, executionId }
    }
    const send = (executionIds: string[]) => db.transaction((tx) => context.queue.send(tx, 'run', [{ executionIds }]))
    const takeAll = async () => {
      const jobs = await context.queue.fetch('run', 100)
      await context.queue.complete(db, 'run', jobs)
      return jobs.flatMap(({ data }) => data.executionIds)
    }

    it('frees a schedule whose run has ended, or is no more', async () => {
      const ended = await inFlight({ agesMs: [longAgo] })
      const deleted = await inFlight({ agesMs: [longAgo] })
      await db.delete(executions).where(eq(executions.id, deleted.executionId))
      const running = await inFlight({ agesMs: [longAgo], status: 'RUNNING' })
      await perform(releaseEndedSchedules)
      expect((await scheduleOf(db, ended.taskId)).inFlightExecutionId).toBeNull()
      expect((await scheduleOf(db, deleted.taskId)).inFlightExecutionId).toBeNull()
      expect((await scheduleOf(db, running.taskId)).inFlightExecutionId).toBe(running.executionId)
    })

    it('sends a new job for a run that no job carries any more, once its time is over', async () => {
      await takeAll()
      const lost = [
        await inFlight({ agesMs: [longAgo], status: 'RUNNING' }),
        await inFlight({ agesMs: [longAgo], status: 'QUEUED' }),
      ].map(({ executionId }) => executionId)
      const carried = await inFlight({ agesMs: [longAgo], status: 'QUEUED' })
      await send([carried.executionId])
      await inFlight({ agesMs: [1000], status: 'RUNNING' })
      await perform(requeueOrphans)
      await perform(requeueOrphans)
      const sent = await takeAll()
      expect(sent.filter((id) => lost.includes(id)).toSorted()).toEqual(lost.toSorted())
      expect(sent.filter((id) => id === carried.executionId)).toHaveLength(1)
    })

    it('sends a new job for a test that no job carries any more, whose schedule knows nothing of it', async () => {
      await takeAll()
      const { id } = await seedAccount(db)
      const taskId = await task(id)
      const test = async (ageMs: number, status: ExecutionStatus) => {
        const [executionId, at] = [uuidv7(), new Date(Date.now() - ageMs)]
        const timestamps = { scheduledFor: at, createdAt: at, startedAt: status === 'QUEUED' ? null : at }
        const run = { id: executionId, taskId, accountId: id, trigger: 'TEST', status } as const
        await db.insert(executions).values({ ...run, ...timestamps })
        return executionId
      }
      const lost = [await test(longAgo, 'RUNNING'), await test(longAgo, 'QUEUED')]
      const old = await test(3 * 86_400_000, 'RUNNING')
      const carried = await test(longAgo, 'RUNNING')
      const others = [await test(longAgo, 'SUCCEEDED'), await test(1000, 'RUNNING')]
      const tests = [...lost, old, carried, ...others]
      const taken = async () => (await takeAll()).filter((executionId) => tests.includes(executionId)).toSorted()
      await send([carried])
      await perform(requeueOrphans)
      expect(await taken()).toEqual([...lost, carried].toSorted())
      await send([carried, ...lost])
      await perform(requeueOldTests)
      expect(await taken()).toEqual([...lost, old, carried].toSorted())
    })

    it('ends the runs of a job that failed with one executor after the other', async () => {
      await takeAll()
      const attempt = '00000000-0000-4000-8000-000000000001'
      const running = await inFlight({ agesMs: [longAgo], status: 'RUNNING', attempt })
      const queued = await inFlight({ agesMs: [longAgo], status: 'QUEUED' })
      const ended = await inFlight({ agesMs: [longAgo] })
      await send([running.executionId, queued.executionId, ended.executionId])
      await db.execute(sql`update pgboss.job set state = 'failed' where name = 'run'`)
      await perform(createAbandonedRunsJob().run)
      for (const { taskId } of [running, queued]) {
        expect(await historyOf(db, taskId)).toMatchObject([
          {
            status: 'FAILED',
            errorCode: 'INTERRUPTED',
            details: { errorMessage: expect.stringContaining('not tried again') },
          },
        ])
        expect(await scheduleOf(db, taskId)).toMatchObject({ inFlightExecutionId: null, consecutiveFailures: 1 })
      }
      expect(await historyOf(db, ended.taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
      expect(await context.queue.depth('run')).toEqual({ waiting: 0, inFlight: 0 })
    })
  })
})
