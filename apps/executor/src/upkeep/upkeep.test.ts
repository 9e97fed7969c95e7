import { accounts, emailCodes, sessions } from '@knockwire/db/schema/accounts'
import { executionDetails, executions } from '@knockwire/db/schema/executions'
import { rateWindows } from '@knockwire/db/schema/limits'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { ExecutionStatus } from '@knockwire/domain/executions/execution'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ExecutorContext } from '../context.ts'
import { historyOf, scheduleOf } from '../testing/history.ts'
import { seedAccount, seedTask } from '../testing/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { inTransaction } from '../transaction.ts'
import { deleteExpired, deleteStaleDrafts } from './expired.ts'
import { createRunAgeLimit, pruneAll, pruneTasks } from './retention.ts'
import { startUpkeep, type Chore } from './start-upkeep.ts'
import { freeEnded, giveUpFailedJobs, requeueOrphans } from './stuck-runs.ts'

const day = 86_400_000

describe('upkeep', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  let context: ExecutorContext

  beforeAll(async () => {
    const opened = await createTestContext(url)
    context = opened.context
    stopAfter(opened.close)
  })

  const perform = (chore: Chore) => inTransaction(context.database.pool, (client) => chore(client, context))
  const task = async (accountId: string, more: Partial<Parameters<typeof seedTask>[1]> = {}) =>
    seedTask(db, { accountId, uri: 'https://example.com/', schedule: { dueAt: null, status: 'DISABLED' }, ...more })

  interface Past {
    agesMs: number[]
    status?: ExecutionStatus
    attempt?: string
  }
  /** Executions of these ages, newest last, counted on the schedule as dispatch counts them. */
  const seedPast = async (accountId: string, taskId: string, { agesMs, status = 'SUCCEEDED', attempt }: Past) => {
    const now = Date.now()
    const rows = agesMs.map((age) => ({
      id: uuidv7(now - age).replace(/^(.{8})-(.{4})/, () => idStart(now - age)),
      taskId,
      accountId,
      trigger: 'SCHEDULE' as const,
      status,
      attempt: attempt ?? null,
      scheduledFor: new Date(now - age),
      createdAt: new Date(now - age),
      startedAt: new Date(now - age),
    }))
    await db.insert(executions).values(rows)
    const request = { uri: 'https://example.com/', method: 'GET' as const, headers: {}, body: null }
    await db.insert(executionDetails).values(rows.map(({ id }) => ({ executionId: id, request })))
    await db.execute(
      sql`update schedules set executions_total = executions_total + ${rows.length} where task_id = ${taskId}`,
    )
    return rows.map(({ id }) => id)
  }
  const idStart = (epochMs: number) => {
    const hex = Math.floor(epochMs).toString(16).padStart(12, '0')
    return `${hex.slice(0, 8)}-${hex.slice(8)}`
  }
  const ages = (count: number, stepMs = 1000) => Array.from({ length: count }, (_, index) => (count - index) * stepMs)
  const idsOf = async (taskId: string) =>
    (
      await db
        .select({ id: executions.id })
        .from(executions)
        .where(eq(executions.taskId, taskId))
        .orderBy(asc(executions.id))
    ).map(({ id }) => id)

  describe('retention', () => {
    it('keeps the newest 200 executions of a FREE task, with their details, and an exact count', async () => {
      const { id } = await seedAccount(db, { plan: 'FREE' })
      const taskId = await task(id)
      const seeded = await seedPast(id, taskId, { agesMs: ages(230) })
      expect(await inTransaction(context.database.pool, (client) => pruneTasks(client, [taskId]))).toBe(30)
      expect(await idsOf(taskId)).toEqual(seeded.slice(30))
      expect((await scheduleOf(db, taskId)).executionsTotal).toBe(200)
      const [{ orphans } = { orphans: -1 }] = (
        await db.execute<{ orphans: number }>(sql`
          select count(*)::int as orphans from execution_details d left join executions e on e.id = d.execution_id where e.id is null`)
      ).rows
      expect(orphans).toBe(0)
    })

    it("keeps 2000 of a paying account's, however old", async () => {
      const { id } = await seedAccount(db, { plan: 'HOBBY' })
      const taskId = await task(id)
      const seeded = await seedPast(id, taskId, { agesMs: ages(2010, day / 10) })
      await perform(pruneAll)
      await perform(createRunAgeLimit().run)
      expect(await idsOf(taskId)).toEqual(seeded.slice(10))
      expect((await scheduleOf(db, taskId)).executionsTotal).toBe(2000)
    })

    it("keeps none of a FREE account's that is older than 90 days", async () => {
      const { id } = await seedAccount(db, { plan: 'FREE' })
      const taskId = await task(id)
      const seeded = await seedPast(id, taskId, { agesMs: [200 * day, 91 * day, 89 * day, 1000] })
      await perform(createRunAgeLimit().run)
      expect(await idsOf(taskId)).toEqual(seeded.slice(2))
      expect((await scheduleOf(db, taskId)).executionsTotal).toBe(2)
    })

    it('finds those of every task, page by page', async () => {
      const { id } = await seedAccount(db, { plan: 'FREE' })
      const taskIds = [await task(id), await task(id), await task(id)]
      for (const taskId of taskIds) await seedPast(id, taskId, { agesMs: [91 * day, 1000] })
      const { run, hasMore } = createRunAgeLimit(1)
      do await perform(run)
      while (hasMore())
      for (const taskId of taskIds) expect(await idsOf(taskId)).toHaveLength(1)
    })

    it('cuts to the smaller plan after a downgrade', async () => {
      const { id } = await seedAccount(db, { plan: 'HOBBY' })
      const taskId = await task(id)
      await seedPast(id, taskId, { agesMs: ages(250) })
      await perform(pruneAll)
      expect(await idsOf(taskId)).toHaveLength(250)
      await db.update(accounts).set({ plan: 'FREE' }).where(eq(accounts.id, id))
      await perform(pruneAll)
      expect(await idsOf(taskId)).toHaveLength(200)
    })

    it('never takes a run that is under way', async () => {
      const { id } = await seedAccount(db, { plan: 'FREE' })
      const taskId = await task(id)
      const [running = ''] = await seedPast(id, taskId, { agesMs: [100 * day], status: 'RUNNING' })
      await seedPast(id, taskId, { agesMs: ages(205) })
      await perform(pruneAll)
      await perform(createRunAgeLimit().run)
      expect(await idsOf(taskId)).toContain(running)
    })

    it("follows a task's runs within seconds", async () => {
      const { id } = await seedAccount(db, { plan: 'FREE' })
      const taskId = await task(id)
      await seedPast(id, taskId, { agesMs: ages(203) })
      const upkeep = startUpkeep(context)
      const ending = { taskId } as never
      upkeep.noteRecorded([
        { ending, freed: { isActive: true, consecutiveFailures: 0, executionsTotal: 203, waitMs: null } },
      ])
      await expect.poll(async () => (await scheduleOf(db, taskId)).executionsTotal).toBe(200)
      await upkeep.stop()
    })
  })

  describe('what nobody needs any more', () => {
    it('deletes drafts that nobody has touched for 24 hours, with their runs, and no others', async () => {
      const { id } = await seedAccount(db)
      const old = new Date(Date.now() - 25 * 3_600_000)
      const recent = new Date(Date.now() - 23 * 3_600_000)
      const draft = async (moments: Partial<typeof tasks.$inferInsert>, isDraft = true) => {
        const taskId = await task(id, { isDraft })
        await db
          .update(tasks)
          .set({ updatedAt: old, ...moments })
          .where(eq(tasks.id, taskId))
        return taskId
      }
      const stale = await draft({})
      await seedPast(id, stale, { agesMs: [1000] })
      const kept = [
        await draft({ updatedAt: recent }),
        await draft({ lastOpenedAt: recent }),
        await draft({ lastSlackSetupAt: recent }),
      ]
      const created = await draft({}, false)
      await perform(deleteStaleDrafts)
      const left = (await db.select({ id: tasks.id }).from(tasks).where(eq(tasks.accountId, id))).map((row) => row.id)
      expect(left.toSorted()).toEqual([...kept, created].toSorted())
      expect(await historyOf(db, stale)).toEqual([])
    })

    it('deletes sessions, codes and counted windows that are over', async () => {
      const { id } = await seedAccount(db)
      const [past, future] = [new Date(Date.now() - 1000), new Date(Date.now() + day)]
      for (const [name, expiresAt] of [
        ['over', past],
        ['alive', future],
      ] as const) {
        await db.insert(sessions).values({ idHash: name, accountId: id, createdAt: past, lastSeenAt: past, expiresAt })
        await db.insert(emailCodes).values({ accountId: id, address: name, codeHash: 'x', expiresAt })
        await db.insert(rateWindows).values({ key: name, windowStart: past, expiresAt, count: 1 })
      }
      expect(await perform(deleteExpired)).toBe(3)
      expect(await db.select({ name: sessions.idHash }).from(sessions)).toEqual([{ name: 'alive' }])
      expect(await db.select({ name: emailCodes.address }).from(emailCodes)).toEqual([{ name: 'alive' }])
      expect(await db.select({ name: rateWindows.key }).from(rateWindows)).toEqual([{ name: 'alive' }])
    })
  })

  describe('the last net', () => {
    const longAgo = 120_000
    /** A schedule whose run is under way. */
    const underWay = async (past: Past) => {
      const { id } = await seedAccount(db)
      const taskId = await task(id, { schedule: { status: 'ACTIVE', dueAt: new Date(Date.now() + day) } })
      const [executionId = ''] = await seedPast(id, taskId, past)
      await db.delete(executionDetails).where(eq(executionDetails.executionId, executionId))
      await db.update(schedules).set({ underWayExecutionId: executionId }).where(eq(schedules.taskId, taskId))
      return { taskId, executionId }
    }
    const send = (executionIds: string[]) => db.transaction((tx) => context.queue.send(tx, 'run', [{ executionIds }]))
    const takeAll = async () => {
      const jobs = await context.queue.take('run', 100)
      await context.queue.finish(db, 'run', jobs)
      return jobs.flatMap(({ data }) => data.executionIds)
    }

    it('frees a schedule whose run has ended, or is no more', async () => {
      const ended = await underWay({ agesMs: [longAgo] })
      const gone = await underWay({ agesMs: [longAgo] })
      await db.delete(executions).where(eq(executions.id, gone.executionId))
      const running = await underWay({ agesMs: [longAgo], status: 'RUNNING' })
      await perform(freeEnded)
      expect((await scheduleOf(db, ended.taskId)).underWayExecutionId).toBeNull()
      expect((await scheduleOf(db, gone.taskId)).underWayExecutionId).toBeNull()
      expect((await scheduleOf(db, running.taskId)).underWayExecutionId).toBe(running.executionId)
    })

    it('sends a new job for a run that no job carries any more, once its time is over', async () => {
      await takeAll()
      const lost = [
        await underWay({ agesMs: [longAgo], status: 'RUNNING' }),
        await underWay({ agesMs: [longAgo], status: 'QUEUED' }),
      ].map(({ executionId }) => executionId)
      const carried = await underWay({ agesMs: [longAgo], status: 'QUEUED' })
      await send([carried.executionId])
      await underWay({ agesMs: [1000], status: 'RUNNING' })
      await perform(requeueOrphans)
      await perform(requeueOrphans)
      const sent = await takeAll()
      expect(sent.filter((id) => lost.includes(id)).toSorted()).toEqual(lost.toSorted())
      expect(sent.filter((id) => id === carried.executionId)).toHaveLength(1)
    })

    it('ends the runs of a job that failed with one executor after the other', async () => {
      await takeAll()
      const attempt = '00000000-0000-4000-8000-000000000001'
      const running = await underWay({ agesMs: [longAgo], status: 'RUNNING', attempt })
      const queued = await underWay({ agesMs: [longAgo], status: 'QUEUED' })
      const ended = await underWay({ agesMs: [longAgo] })
      await send([running.executionId, queued.executionId, ended.executionId])
      await db.execute(sql`update pgboss.job set state = 'failed' where name = 'run'`)
      await perform(giveUpFailedJobs)
      for (const { taskId } of [running, queued]) {
        expect(await historyOf(db, taskId)).toMatchObject([
          {
            status: 'FAILED',
            errorCode: 'INTERRUPTED',
            details: { errorMessage: expect.stringContaining('not tried again') },
          },
        ])
        expect(await scheduleOf(db, taskId)).toMatchObject({ underWayExecutionId: null, consecutiveFailures: 1 })
      }
      expect(await historyOf(db, ended.taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
      expect(await context.queue.depth('run')).toEqual({ waiting: 0, underWay: 0 })
    })
  })
})
