import { executions } from '@knockwire/db/schema/executions'
import { executorPresence, missedRuns, schedules } from '@knockwire/db/schema/tasks'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { CatchUp } from '@knockwire/domain/schedules/catch-up'
import { disableSchedule } from '@knockwire/services/schedules/schedule'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ExecutorContext } from '../context.ts'
import { createExpiredDeletion, createOldRollupsDeletion } from '../maintenance/delete-expired.ts'
import { historyOf, scheduleOf } from '../testing/history.ts'
import { countStatements } from '../testing/measures/count-statements.ts'
import { seedAccount, seedTask } from '../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { AccountQuota } from './account-quota.ts'
import { claimDue } from './claim-due.ts'
import { DatabaseClock } from './database-clock.ts'
import { recordPresence } from './record-presence.ts'

const minute = 60_000

describe('planned times that do not run', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  let context: ExecutorContext
  let accountId: string
  beforeAll(async () => {
    const opened = await createTestContext(url)
    context = opened.context
    stopAfter(opened.close)
    accountId = (await seedAccount(db)).id
  })
  beforeEach(async () => void (await db.delete(executorPresence)))

  const claim = () =>
    claimDue({
      pool: context.database.pool,
      queue: context.queue,
      quota: new AccountQuota(500),
      clock: new DatabaseClock(),
    })
  /** Due so many minutes and a half ago, each minute. */
  const seedLate = async (minutes: number, schedule: Partial<CatchUp> = {}) => {
    const due = new Date(Date.now() - (minutes + 0.5) * minute)
    const task = { accountId, uri: 'https://example.com/' }
    const taskId = await seedTask(db, {
      ...task,
      schedule: { anchorAt: due, dueAt: due, intervalSecond: 60, ...schedule },
    })
    return { taskId, at: (after: number) => new Date(due.getTime() + after * minute) }
  }
  const missedOf = (taskId: string) =>
    db.select().from(missedRuns).where(eq(missedRuns.taskId, taskId)).orderBy(asc(missedRuns.fromAt))
  const present = (fromMinutes: number, toMinutes: number, isPaused = false) =>
    db.insert(executorPresence).values({
      id: uuidv7(),
      fromAt: new Date(Date.now() + fromMinutes * minute),
      untilAt: new Date(Date.now() + toMinutes * minute),
      isPaused,
    })

  it('are noted as one range where no executor was there, and the first of them runs', async () => {
    await present(-60, -11)
    await present(-0.1, 0.1)
    const { taskId, at } = await seedLate(10)
    await claim()
    expect(await historyOf(db, taskId)).toMatchObject([{ scheduledFor: at(0) }])
    const missed = await missedOf(taskId)
    expect(missed).toMatchObject([
      { reason: 'AWAY', fromAt: at(1), toAt: at(10), runs: 10, isAtLeast: false, runningExecutionId: null },
    ])
    // A process that is killed has said so late that it was there: what is reported begins ten seconds before.
    expect(missed[0]?.awayFrom?.getTime()).toBeLessThan(Date.now() - 11 * minute)
    expect(missed[0]?.awayTo?.getTime()).toBeGreaterThan(Date.now() - 0.2 * minute)
    expect((await scheduleOf(db, taskId)).dueAt).toEqual(at(11))
  })

  it('are told apart by what kept each of them: an operator’s pause, an absence, and too much to do', async () => {
    await present(-60, -9)
    await present(-9, -6, true)
    await present(-3.4, 1)
    const { taskId, at } = await seedLate(10, { catchUp: 'SKIP' })
    await claim()
    expect(await historyOf(db, taskId)).toEqual([])
    expect(await missedOf(taskId)).toMatchObject([
      { reason: 'BUSY', fromAt: at(0), toAt: at(1), runs: 2 },
      { reason: 'PAUSED', fromAt: at(2), toAt: at(4), runs: 3 },
      { reason: 'AWAY', fromAt: at(5), toAt: at(7), runs: 3 },
      { reason: 'BUSY', fromAt: at(8), toAt: at(10), runs: 3 },
    ])
    expect(await scheduleOf(db, taskId)).toMatchObject({ dueAt: at(11), inFlightExecutionId: null, executionsTotal: 0 })
  })

  it('are skipped where the run before was still in flight, and name it', async () => {
    await present(-60, 1)
    const { taskId, at } = await seedLate(3)
    const id = uuidv7(at(-1).getTime())
    const startedAt = at(-1)
    await db.insert(executions).values({
      id,
      taskId,
      accountId,
      trigger: 'SCHEDULE',
      status: 'SUCCEEDED',
      startedAt,
      scheduledFor: startedAt,
      createdAt: startedAt,
      responseTimeMs: 3.2 * minute,
    })
    await claim()
    expect(await missedOf(taskId)).toMatchObject([
      { reason: 'OVERLAP', fromAt: at(1), toAt: at(2), runs: 2, runningExecutionId: id },
      { reason: 'BUSY', fromAt: at(3), toAt: at(3), runs: 1 },
    ])
  })

  it('all run one after the other where the task makes them up', async () => {
    const { taskId, at } = await seedLate(2, { catchUp: 'ALL' })
    for (const dueAt of [at(1), at(2), at(3)]) {
      await claim()
      expect((await scheduleOf(db, taskId)).dueAt).toEqual(dueAt)
      await db.update(schedules).set({ inFlightExecutionId: null }).where(eq(schedules.taskId, taskId))
    }
    await claim()
    expect((await historyOf(db, taskId)).map(({ scheduledFor }) => scheduledFor)).toEqual([at(0), at(1), at(2)])
    expect(await missedOf(taskId)).toEqual([])
  })

  it('do not run where they are older than the deadline', async () => {
    const { taskId, at } = await seedLate(10, { catchUpSecond: 120 })
    await claim()
    expect(await historyOf(db, taskId)).toMatchObject([{ scheduledFor: at(9) }])
    expect(await missedOf(taskId)).toMatchObject([
      { fromAt: at(0), toAt: at(8), runs: 9 },
      { fromAt: at(10), toAt: at(10), runs: 1 },
    ])
  })

  it('end a schedule of one time that is not made up', async () => {
    const { taskId, at } = await seedLate(10, { catchUp: 'SKIP' })
    const once = { mode: 'ONE_TIME', oneTimeModeEpochSecond: Math.floor(at(0).getTime() / 1000) } as const
    const dueAt = new Date(once.oneTimeModeEpochSecond * 1000)
    await db
      .update(schedules)
      .set({ ...once, dueAt })
      .where(eq(schedules.taskId, taskId))
    await claim()
    expect(await scheduleOf(db, taskId)).toMatchObject({ status: 'DISABLED', disabledReason: 'DONE', dueAt: null })
    expect(await historyOf(db, taskId)).toEqual([])
    expect(await missedOf(taskId)).toMatchObject([{ fromAt: dueAt, toAt: dueAt, runs: 1 }])
  })

  it('are noted as dropped where a task is deactivated while they are overdue, with the run that was queued', async () => {
    const { taskId, at } = await seedLate(3)
    await db.transaction((tx) => disableSchedule(tx, taskId, 'USER'))
    expect(await missedOf(taskId)).toMatchObject([{ reason: 'CHANGED', fromAt: at(0), toAt: at(3), runs: 4 }])
    const queued = await seedLate(0)
    await claim()
    await db.transaction((tx) => disableSchedule(tx, queued.taskId, 'USER'))
    expect(await historyOf(db, queued.taskId)).toEqual([])
    expect(await missedOf(queued.taskId)).toMatchObject([
      { reason: 'CHANGED', fromAt: queued.at(0), toAt: queued.at(0), runs: 1 },
    ])
  })

  it.each(['RUNNING', 'WAITING'] as const)(
    'are skipped, and not dropped, where the task is deactivated while the run before is %s: it kept them from running',
    async (status) => {
      const { taskId, at } = await seedLate(3)
      const id = uuidv7(at(-1).getTime())
      const [startedAt, scheduledFor] = [at(0.5), at(-1)]
      const run = { taskId, accountId, trigger: 'SCHEDULE', status, startedAt, scheduledFor } as const
      await db.insert(executions).values({ id, ...run, createdAt: scheduledFor })
      await db.update(schedules).set({ inFlightExecutionId: id }).where(eq(schedules.taskId, taskId))
      await db.transaction((tx) => disableSchedule(tx, taskId, 'USER'))
      expect(await missedOf(taskId)).toMatchObject([
        { reason: 'CHANGED', fromAt: at(0), toAt: at(0), runs: 1, runningExecutionId: null },
        { reason: 'OVERLAP', fromAt: at(1), toAt: at(3), runs: 3, runningExecutionId: id },
      ])
    },
  )

  it('cost a turn of dispatch nothing where there are none', async () => {
    const due = new Date(Date.now() - 100)
    await seedTask(db, { accountId, uri: 'https://example.com/', schedule: { anchorAt: due, dueAt: due } })
    const onTime = await countStatements([context.database.pool], claim)
    await seedLate(3)
    expect(await countStatements([context.database.pool], claim)).toBe(onTime + 3)
  })

  it('are deleted after 90 days, and beyond 500 ranges of a task, as are old presences', async () => {
    const { taskId } = await seedLate(-60)
    const range = (fromAt: Date) => ({
      id: uuidv7(),
      taskId,
      reason: 'BUSY' as const,
      fromAt,
      toAt: fromAt,
      runs: 1,
      isAtLeast: false,
    })
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    await db.insert(missedRuns).values([range(daysAgo(91)), range(daysAgo(89))])
    await present(-91 * 24 * 60, -90.5 * 24 * 60)
    await present(-1, 1)
    const clean = async () => {
      const client = await context.database.pool.connect()
      await createOldRollupsDeletion().run(client, context)
      await createExpiredDeletion().run(client, context)
      client.release()
    }
    await clean()
    expect(await missedOf(taskId)).toHaveLength(1)
    expect(await db.$count(executorPresence)).toBe(1)
    const many = Array.from({ length: 520 }, (_, index) => range(new Date(Date.now() - index * minute)))
    await db.insert(missedRuns).values(many)
    await clean()
    const left = await missedOf(taskId)
    expect(left).toHaveLength(500)
    expect(left.at(-1)?.fromAt).toEqual(many[0]?.fromAt)
  })

  it('are told apart by rows that executors renew, one for each time without interruption or change of the pause', async () => {
    let isPaused = false
    const pool = context.database.pool
    const rows = () => db.select().from(executorPresence).orderBy(asc(executorPresence.fromAt))
    const onError = (error: Error) => expect(error).toBeUndefined()
    const first = await recordPresence({ pool, isPaused: () => isPaused, onError })
    expect(await rows()).toMatchObject([{ isPaused: false }])
    isPaused = true
    await expect.poll(async () => (await rows()).map((row) => row.isPaused), { timeout: 15_000 }).toEqual([false, true])
    await first.stop()
    const ended = await rows()
    const { rows: clock } = await db.execute<{ now: string }>(sql`select clock_timestamp() as now`)
    expect(ended.every(({ untilAt }) => untilAt <= new Date(clock[0]?.now ?? 0))).toBe(true)
  })
})
