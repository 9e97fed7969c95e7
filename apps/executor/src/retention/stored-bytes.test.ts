import { accounts } from '@knockwire/db/schema/accounts'
import { receiverCounters } from '@knockwire/db/schema/receivers'
import { schedules } from '@knockwire/db/schema/tasks'
import { storedBytesOf } from '@knockwire/services/usage/stored-bytes'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { plans } from '@knockwire/domain/plans/plans'
import type { Plan } from '@knockwire/domain/plans/plan'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ExecutorContext } from '../context.ts'
import {
  ages,
  executionsLeft,
  requestsLeft,
  scheduleOf,
  seedExecutions,
  seedRequests,
  untilEnded,
} from '../testing/history.ts'
import { runTest } from '../testing/run-now.ts'
import { countStatements } from '../testing/measures/count-statements.ts'
import { seedTask, seedTasks } from '../testing/rows/seed.ts'
import { startTarget } from '../testing/peers/target.ts'
import { createTestContext, startTestExecutor, useTestDatabase } from '../testing/test-executor.ts'
import { executionHistory, requestHistory } from './history-kind.ts'
import { createRecount } from './recount.ts'
import { withExclusiveLock } from './sweep.ts'
import { StoredBytesLimit } from './stored-bytes-limit.ts'

const mebibyte = 1_048_576
const isStopped = () => false

describe('stored bytes', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  let context: ExecutorContext
  beforeAll(async () => {
    const opened = await createTestContext(url)
    context = opened.context
    stopAfter(opened.close)
  })

  const createLimit = () =>
    new StoredBytesLimit({ database: context.maintenance, limits: null, requestsLock: 1, isStopped })
  const enforceOn = (accountId: string) => {
    const limit = createLimit()
    limit.note(accountId)
    return limit.enforce()
  }
  const bytesOf = async (accountId: string) => (await storedBytesOf(db, [accountId]))[0]?.bytes ?? NaN
  const idle = { dueAt: null, status: 'DISABLED' } as const
  /** An account with a receiver and two tasks. */
  const makeAccount = async (plan: Plan = 'FREE') => {
    const receiver = await insertTestReceiver(db, { plan })
    const { accountId } = receiver
    const makeTask = () => seedTask(db, { accountId, uri: 'https://example.com/', schedule: idle })
    return { accountId, receiver, one: await makeTask(), other: await makeTask() }
  }
  type Account = Awaited<ReturnType<typeof makeAccount>>
  const leftOf = async ({ one, other, receiver }: Account) =>
    [
      ...(await executionsLeft(db, one)),
      ...(await executionsLeft(db, other)),
      ...(await requestsLeft(db, receiver.id)),
    ].toSorted()

  it('are brought below the limit by deleting the oldest of all tasks and receivers of the account', async () => {
    const [account, unconcerned] = [await makeAccount(), await makeAccount()]
    const { accountId, receiver } = account
    const bytes = 10 * mebibyte
    const seeded = [
      ...(await seedExecutions(db, { accountId, taskId: account.one, agesMs: ages(10, 3000), bytes })),
      ...(await seedExecutions(db, { accountId, taskId: account.other, agesMs: ages(10, 5000), bytes })),
      ...(await seedRequests(db, { receiver, agesMs: ages(10, 7000), bytes })),
    ].toSorted()
    const others = await seedExecutions(db, {
      accountId: unconcerned.accountId,
      taskId: unconcerned.one,
      agesMs: ages(25, 9000),
      bytes,
    })
    expect(await enforceOn(accountId)).toBe(5)
    expect(await leftOf(account)).toEqual(seeded.slice(5))
    expect(await bytesOf(accountId)).toBe(250 * mebibyte)
    expect(await enforceOn(accountId)).toBe(0)
    expect(await enforceOn(unconcerned.accountId)).toBe(0)
    expect(await leftOf(unconcerned)).toEqual(others)
  })

  it('leave the newest, however uneven the histories are', async () => {
    const account = await makeAccount()
    const { accountId, receiver } = account
    const seeded = [
      ...(await seedExecutions(db, { accountId, taskId: account.one, agesMs: ages(190, 10), bytes: 3 * mebibyte })),
      ...(await seedExecutions(db, { accountId, taskId: account.other, agesMs: ages(20, 1000), bytes: 1 })),
      ...(await seedRequests(db, { receiver, agesMs: ages(190, 100), bytes: mebibyte })),
    ].toSorted()
    await enforceOn(accountId)
    const left = await leftOf(account)
    expect(left).toEqual(seeded.slice(-left.length))
    const bytes = await bytesOf(accountId)
    expect(bytes).toBeLessThanOrEqual(plans.FREE.storedBytes)
    expect(bytes).toBeGreaterThan(plans.FREE.storedBytes * 0.97)
  })

  it('have the limit of the plan that the account has now', async () => {
    const account = await makeAccount('HOBBY')
    const { accountId } = account
    const past = { accountId, taskId: account.one, agesMs: ages(120), bytes: 16 * mebibyte }
    const seeded = await seedExecutions(db, past)
    expect(await createLimit().enforceAll()).toBe(0)
    await db.update(accounts).set({ plan: 'FREE' }).where(eq(accounts.id, accountId))
    expect(await createLimit().enforceAll()).toBe(105)
    expect(await leftOf(account)).toEqual(seeded.slice(105))
  })

  it('take nothing from an account that is over its limit by a wrong counter only, beyond what there is', async () => {
    const account = await makeAccount()
    await seedExecutions(db, { accountId: account.accountId, taskId: account.one, agesMs: ages(3), status: 'RUNNING' })
    await db
      .update(schedules)
      .set({ storedBytes: 10 * plans.FREE.storedBytes })
      .where(eq(schedules.taskId, account.one))
    expect(await enforceOn(account.accountId)).toBe(0)
  })

  it('are counted for runs of the schedule and tests alike, and a long request once', async () => {
    const target = await startTarget()
    stopAfter(target.close)
    const executor = await startTestExecutor(url)
    stopAfter(executor.stop)
    const { accountId } = await makeAccount()
    const body = 'long '.repeat(20_000)
    const long = await seedTask(db, { accountId, uri: `${target.origin}/sink`, request: { method: 'PUT', body } })
    await untilEnded(db, long)
    await runTest(db, context.queue, { taskId: long, accountId })
    const runs = await untilEnded(db, long, 2)
    const [first = 0, second = 0] = runs.map(({ storedBytes }) => storedBytes ?? NaN)
    expect(first).toBeGreaterThan(body.length)
    expect(first).toBeLessThan(body.length + 2000)
    expect(second).toBeLessThan(2000)
    const { storedBytes } = await scheduleOf(db, long)
    expect(storedBytes).toBe(first + second)
    expect(await bytesOf(accountId)).toBe(first + second)
  })

  it('of each task and receiver are counted again, and counters that are wrong are corrected', async () => {
    const account = await makeAccount()
    const { accountId, receiver } = account
    await seedExecutions(db, { accountId, taskId: account.one, agesMs: ages(3), bytes: 100 })
    await seedExecutions(db, { accountId, taskId: account.other, agesMs: ages(2), bytes: 70 })
    await seedRequests(db, { receiver, agesMs: ages(4), bytes: 50 })
    await db.update(schedules).set({ storedBytes: 9, executionsTotal: 9 }).where(eq(schedules.taskId, account.one))
    await db
      .update(receiverCounters)
      .set({ storedBytes: 9, total: 9 })
      .where(eq(receiverCounters.receiverId, receiver.id))
    const recount = async () => {
      const { pool } = context.maintenance
      await createRecount({ pool, kind: executionHistory, lock: 2, isStopped })()
      await createRecount({ pool, kind: requestHistory, lock: 3, isStopped })()
    }
    await recount()
    expect(await leftOf(account)).toHaveLength(9)
  })

  it('are not counted again while somebody records, who is not kept waiting', async () => {
    const account = await makeAccount()
    const past = { accountId: account.accountId, taskId: account.one, agesMs: ages(3), bytes: 100 }
    await seedExecutions(db, past)
    await db.update(schedules).set({ storedBytes: 9 }).where(eq(schedules.taskId, account.one))
    const recount = createRecount({ pool: context.maintenance.pool, kind: executionHistory, lock: 2, isStopped })
    await db.transaction(async (tx) => {
      await tx.select().from(schedules).where(eq(schedules.taskId, account.one)).for('update')
      await recount()
    })
    expect((await scheduleOf(db, account.one)).storedBytes).toBe(9)
    await recount()
    expect((await scheduleOf(db, account.one)).storedBytes).toBe(300)
  })

  it('are counted again at next to no cost where they are right: some pages each time', async () => {
    const account = await makeAccount()
    const uri = 'https://example.com/'
    const schedule = { dueAt: null }
    const taskIds = await seedTasks(
      db,
      Array.from({ length: 600 }, () => ({ accountId: account.accountId, uri, schedule })),
    )
    const { pool } = context.maintenance
    const recount = createRecount({ pool, kind: executionHistory, lock: 2, isStopped })
    const statements = await countStatements([pool], recount)
    // Ten pages of five statements; each of the pages takes 20 of the tasks.
    expect(statements).toBeLessThanOrEqual(50)
    expect(taskIds.length).toBeGreaterThan(200)
  })

  it('are counted again from where it was left, after a turn in which another executor counts', async () => {
    const account = await makeAccount()
    const uri = 'https://example.com/'
    const tasks = Array.from({ length: 300 }, () => ({ accountId: account.accountId, uri, schedule: { dueAt: null } }))
    const lastId = (await seedTasks(db, tasks)).toSorted().at(-1) ?? ''
    await db.update(schedules).set({ storedBytes: 9 }).where(eq(schedules.taskId, lastId))
    const { pool } = context.maintenance
    const recount = createRecount({ pool, kind: executionHistory, lock: 2, isStopped })
    const turns = Math.ceil((await db.$count(schedules)) / 200) + 1
    for (let turn = 0; turn < turns; turn += 1) {
      await recount()
      await withExclusiveLock(pool, 2, () => recount())
    }
    expect((await scheduleOf(db, lastId)).storedBytes).toBe(0)
  })

  it('that are counted right are not locked while they are counted again', async () => {
    const { accountId, one: taskId, receiver } = await makeAccount()
    await seedExecutions(db, { accountId, taskId, agesMs: ages(3), bytes: 100 })
    await seedRequests(db, { receiver, agesMs: ages(4), bytes: 50 })
    const { pool } = context.maintenance
    const lockers = async () => {
      const { rows } = await pool.query<{ xmax: string }>(
        `select xmax::text from schedules where task_id = $1
         union all select xmax::text from receiver_counters where receiver_id = $2`,
        [taskId, receiver.id],
      )
      return rows.map(({ xmax }) => xmax)
    }
    const before = await lockers()
    await createRecount({ pool, kind: executionHistory, lock: 2, isStopped })()
    await createRecount({ pool, kind: requestHistory, lock: 3, isStopped })()
    expect(await lockers()).toEqual(before)
  })
})
