import { accounts } from '@knockwire/db/schema/accounts'
import { schedules } from '@knockwire/db/schema/tasks'
import type { Plan } from '@knockwire/domain/plans/plan'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ExecutorContext } from '../context.ts'
import { ages, belongingsOf, executionsLeft, seedExecutions } from '../testing/history.ts'
import { seedAccount, seedTask, seedTasks } from '../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { createFullTasks } from './recently-recorded.ts'
import { executionHistory } from './history-kind.ts'
import { deleteOverAgePage, deleteOverCountPage, historyAllowances } from './delete-over-limit.ts'
import { startRetention } from './start-retention.ts'
import { sweep } from './sweep.ts'

const day = 86_400_000
const isStopped = () => false

describe('retention of executions', async () => {
  const { db, pool, url, stopAfter } = await useTestDatabase()
  let context: ExecutorContext
  beforeAll(async () => {
    const opened = await createTestContext(url)
    context = opened.context
    stopAfter(opened.close)
  })

  const idle = { dueAt: null, status: 'DISABLED' } as const
  const makeTask = async (plan: Plan) => {
    const { id: accountId } = await seedAccount(db, { plan })
    return { accountId, taskId: await seedTask(db, { accountId, uri: 'https://example.com/', schedule: idle }) }
  }
  const allowances = historyAllowances({ limits: null })
  const cut = (...taskIds: string[]) => {
    const fullTasks = createFullTasks(context.maintenance.pool, allowances, isStopped)
    for (const taskId of taskIds) fullTasks.note(taskId)
    return fullTasks.cut()
  }
  const sweepCounts = (ownersAtOnce?: number) =>
    sweep({
      pool: context.maintenance.pool,
      lock: 1,
      isStopped,
      ...(ownersAtOnce !== undefined && { ownersAtOnce }),
      page: (client, page) => deleteOverCountPage(client, executionHistory, { ...page, allowances }),
    })
  const sweepAges = (ownersAtOnce = 500) =>
    sweep({
      pool: context.maintenance.pool,
      lock: 1,
      isStopped,
      ownersAtOnce,
      page: (client, page) => deleteOverAgePage(client, executionHistory, { ...page, allowances }),
    })

  it.each<[Plan, number]>([
    ['FREE', 200],
    ['HOBBY', 2000],
    ['SUPER', 2000],
  ])(
    'keeps the newest executions of a %s task: %i, with all that belongs to them, and exact counts',
    async (plan, kept) => {
      const task = await makeTask(plan)
      const seeded = await seedExecutions(db, { ...task, agesMs: ages(kept + 30, day / 100), bytes: 7 })
      expect(await cut(task.taskId)).toBe(30)
      expect(await executionsLeft(db, task.taskId)).toEqual(seeded.slice(30))
      expect(await belongingsOf(db, seeded)).toBe(2 * kept)
      expect(await cut(task.taskId)).toBe(0)
    },
  )

  it('keeps none of a FREE account that is older than 90 days, and all of a paying one', async () => {
    const [free, paying] = [await makeTask('FREE'), await makeTask('HOBBY')]
    const agesMs = [200 * day, 91 * day, 89 * day, 1000]
    const ofFree = await seedExecutions(db, { ...free, agesMs })
    const ofPaying = await seedExecutions(db, { ...paying, agesMs })
    expect(await sweepAges()).toBe(2)
    expect(await executionsLeft(db, free.taskId)).toEqual(ofFree.slice(2))
    expect(await executionsLeft(db, paying.taskId)).toEqual(ofPaying)
  })

  it('finds what is too old in every task, page by page, and all of it', async () => {
    const tasks = await Promise.all([1, 2, 3].map(() => makeTask('FREE')))
    for (const task of tasks)
      await seedExecutions(db, { ...task, agesMs: [...ages(150).map((age) => age + 91 * day), 1000] })
    expect(await sweepAges(2)).toBe(450)
    for (const { taskId } of tasks) expect(await executionsLeft(db, taskId)).toHaveLength(1)
  })

  it('cuts to the smaller plan after a downgrade, however much that is', async () => {
    const task = await makeTask('HOBBY')
    const seeded = await seedExecutions(db, { ...task, agesMs: ages(1900) })
    expect(await sweepCounts(1)).toBe(0)
    await db.update(accounts).set({ plan: 'FREE' }).where(eq(accounts.id, task.accountId))
    expect(await sweepCounts(1)).toBe(1700)
    expect(await executionsLeft(db, task.taskId)).toEqual(seeded.slice(1700))
  })

  it('never deletes a run that has not ended', async () => {
    const task = await makeTask('FREE')
    const [running = ''] = await seedExecutions(db, { ...task, agesMs: [100 * day], status: 'RUNNING' })
    const seeded = await seedExecutions(db, { ...task, agesMs: ages(205) })
    await sweepCounts()
    await sweepAges()
    expect(await executionsLeft(db, task.taskId)).toEqual([running, ...seeded.slice(6)])
  })

  describe('where many are full at once', () => {
    const makeFull = async (count: number) => {
      const { id: accountId } = await seedAccount(db, { plan: 'FREE' })
      const requested = Array.from({ length: count }, () => ({
        accountId,
        uri: 'https://example.com/',
        schedule: idle,
      }))
      const taskIds = await seedTasks(db, requested)
      await pool.query(
        `insert into executions (id, task_id, account_id, trigger, status, scheduled_for, created_at)
        select (lpad(to_hex(1700000000000 + n), 12, '0') || '7000' || right(t.id::text, 4) || right(t.id::text, 12))::uuid, t.id,
          t.account_id, 'SCHEDULE', 'SUCCEEDED', to_timestamp(n), now()
        from tasks t, generate_series(1, 201) n where t.account_id = $1`,
        [accountId],
      )
      await pool.query('update schedules set executions_total = 201 where account_id = $1', [accountId])
      const overFull = async () => {
        const { rows } = await pool.query<{ count: number }>(
          'select count(*)::int as count from schedules where account_id = $1 and executions_total > 200',
          [accountId],
        )
        return rows[0]?.count
      }
      return { taskIds, overFull }
    }

    it('forgets none of them', async () => {
      const { taskIds, overFull } = await makeFull(1100)
      expect(await cut(...taskIds)).toBe(1100)
      expect(await overFull()).toBe(0)
    })

    it('looks again at those that somebody has locked, and lets nobody wait for them', async () => {
      const { taskIds, overFull } = await makeFull(20)
      const fullTasks = createFullTasks(context.maintenance.pool, allowances, isStopped)
      for (const taskId of taskIds) fullTasks.note(taskId)
      await db.transaction(async (tx) => {
        await tx
          .select()
          .from(schedules)
          .where(eq(schedules.taskId, taskIds[0] ?? ''))
          .for('update')
        expect(await fullTasks.cut()).toBe(19)
        expect(await overFull()).toBe(1)
      })
      expect(await fullTasks.cut()).toBe(1)
      expect(await overFull()).toBe(0)
    })

    it('looks again at those that an error kept it from', async () => {
      const { taskIds, overFull } = await makeFull(5)
      let isAway = true
      const { pool: maintenance } = context.maintenance
      const query = (text: string, values: unknown[]) =>
        isAway ? Promise.reject(new Error('away')) : maintenance.query(text, values)
      const fullTasks = createFullTasks({ query } as never, allowances, isStopped)
      for (const taskId of taskIds) fullTasks.note(taskId)
      await expect(fullTasks.cut()).rejects.toThrow('away')
      isAway = false
      expect(await fullTasks.cut()).toBe(5)
      expect(await overFull()).toBe(0)
    })

    it('deletes no more than is over, however many executors are at it', async () => {
      const { taskIds, overFull } = await makeFull(300)
      const executors = [1, 2, 3].map(() => createFullTasks(context.maintenance.pool, allowances, isStopped))
      for (const executor of executors) for (const taskId of taskIds) executor.note(taskId)
      let deleted = 0
      const cutOnce = async () => {
        const counts = await Promise.all(executors.map((executor) => executor.cut()))
        deleted += counts.reduce((sum, count) => sum + count, 0)
        return overFull()
      }
      await expect.poll(cutOnce).toBe(0)
      expect(deleted).toBe(300)
      for (const taskId of taskIds.slice(0, 20)) expect(await executionsLeft(db, taskId)).toHaveLength(200)
    })
  })

  it("follows a task's runs within seconds", async () => {
    const task = await makeTask('FREE')
    const seeded = await seedExecutions(db, { ...task, agesMs: ages(203) })
    const retention = startRetention({ ...context, limits: null, database: context.maintenance })
    retention.noteRecorded([
      {
        result: task as never,
        released: { isActive: true, consecutiveFailures: 0, executionsTotal: 203, waitMs: null },
      },
    ])
    await expect.poll(() => executionsLeft(db, task.taskId)).toEqual(seeded.slice(3))
    await retention.stop()
  })
})
