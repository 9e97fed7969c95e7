import { inTransaction } from '@knockwire/db/transaction'
import { drizzle } from 'drizzle-orm/node-postgres'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { countRows } from '../testing/count-rows.ts'
import { deleteTasks } from './delete-tasks.ts'
import { insertQueued } from '@knockwire/db/testing/insert-queued'
import { executionDetails, executionRollups, executions, sentRequests } from '@knockwire/db/schema/executions'
import { deliveries } from '@knockwire/db/schema/notifications'
import { charts, schedules, tasks } from '@knockwire/db/schema/tasks'
import { insertTestTask } from '@knockwire/db/testing/insert-task'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { uuidv7 } from '@knockwire/db/uuidv7'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const insertRun = async (task: { taskId: string; accountId: string }) => {
  const run = { ...task, trigger: 'TEST', scheduledFor: new Date() } as const
  const [executionId = ''] = await database.db.transaction((tx) => insertQueued(tx, [run]))
  const chart = { name: 'Time', source: 'response_time', property: '', createdAt: new Date() } as const
  const sent = { uri: 'http://example.com', method: 'PUT', headers: [], body: 'long' } as const
  await database.db
    .insert(sentRequests)
    .values({ taskId: task.taskId, hash: uuidv7(), request: sent, lastUsedAt: new Date() })
  await database.db.insert(charts).values({ id: uuidv7(), taskId: task.taskId, ...chart })
  const counts = { runs: 1, failures: 0, httpErrors: 0, times: new Uint8Array() }
  await database.db.insert(executionRollups).values({ taskId: task.taskId, bucketAt: new Date(0), ...counts })
  await insertOutcome(database.db, task.accountId, executionId)
  return executionId
}

/** What an ending run leaves. */
const insertOutcome = async (db: DatabaseOrTransaction, accountId: string, executionId: string) => {
  const request = { uri: 'http://example.com', method: 'GET', headers: [], body: null } as const
  await db.insert(executionDetails).values({ executionId, request })
  const delivery = { type: 'SMS', occasion: 'HOLDS', recipient: '+16045550199', status: 'DELIVERED' } as const
  const ids = { id: uuidv7(), accountId, notificationId: uuidv7(), subjectId: executionId }
  await db.insert(deliveries).values({ ...ids, ...delivery, createdAt: new Date() })
}

const countsOf = async (taskId: string, executionId: string) => {
  const found = await Promise.all([
    database.db.select().from(tasks).where(eq(tasks.id, taskId)),
    database.db.select().from(schedules).where(eq(schedules.taskId, taskId)),
    database.db.select().from(charts).where(eq(charts.taskId, taskId)),
    database.db.select().from(executions).where(eq(executions.taskId, taskId)),
    database.db
      .select()
      .from(executionDetails)
      .where(inArray(executionDetails.executionId, [executionId])),
    database.db.select().from(deliveries).where(eq(deliveries.subjectId, executionId)),
    database.db.select().from(sentRequests).where(eq(sentRequests.taskId, taskId)),
    database.db.select().from(executionRollups).where(eq(executionRollups.taskId, taskId)),
  ])
  return found.map((rows) => rows.length)
}

it('a deletion removes everything of a task and nothing of another', async () => {
  const [one, other] = [await insertTestTask(database.db), await insertTestTask(database.db)]
  const [run, otherRun] = [await insertRun(one), await insertRun(other)]
  await database.db.transaction((tx) => deleteTasks(tx, [one.taskId]))
  expect(await countsOf(one.taskId, run)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  expect(await countsOf(other.taskId, otherRun)).toEqual([1, 1, 1, 1, 1, 1, 1, 1])
})

it('a deletion of a long history takes statements of a bounded number of rows each', async () => {
  const task = await insertTestTask(database.db)
  const now = new Date()
  const run = { taskId: task.taskId, accountId: task.accountId, trigger: 'TEST', status: 'SUCCEEDED' } as const
  const runs = Array.from({ length: 1200 }, () => ({ ...run, id: uuidv7(), scheduledFor: now, createdAt: now }))
  await database.db.insert(executions).values(runs)
  await inTransaction(database.pool, async (client) => {
    const { measured, counts } = countRows(client)
    await deleteTasks(drizzle(measured), [task.taskId])
    expect(Math.max(...counts)).toBeLessThanOrEqual(500)
  })
  expect(await countsOf(task.taskId, uuidv7())).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
})

it('a deletion of a long history locks a run in flight only once the history before it is deleted', async () => {
  const task = await insertTestTask(database.db)
  const now = new Date()
  const run = {
    taskId: task.taskId,
    accountId: task.accountId,
    trigger: 'TEST',
    scheduledFor: now,
    createdAt: now,
  } as const
  const ended = Array.from({ length: 600 }, () => ({ ...run, id: uuidv7(), status: 'SUCCEEDED' as const }))
  const inFlight = uuidv7()
  await database.db.insert(executions).values([...ended, { ...run, id: inFlight, status: 'RUNNING' }])
  // The statement that writes results waits for a row that is locked, with the results of everybody else.
  const isLocked = async () => {
    const lockSql = 'select 1 from executions where id = $1 for update skip locked'
    return (await database.pool.query(lockSql, [inFlight])).rowCount === 0
  }
  const leftOnceLocked = await inTransaction(database.pool, async (client) => {
    let left: unknown[] | null = null
    const query = async (...statement: [string, unknown[]]) => {
      const result = await client.query(...statement)
      if (left === null && (await isLocked()))
        left = (await client.query('select id from executions where task_id = $1', [task.taskId])).rows
      return result
    }
    const watched = new Proxy(client, { get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)) })
    await deleteTasks(drizzle(watched), [task.taskId])
    return left
  })
  expect(leftOnceLocked).toEqual([{ id: inFlight }])
  expect(await countsOf(task.taskId, inFlight)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
})

it('a deletion leaves no execution that was being queued meanwhile', async () => {
  const task = await insertTestTask(database.db)
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const dispatching = database.db.transaction(async (tx) => {
    await insertQueued(tx, [{ ...task, trigger: 'SCHEDULE', scheduledFor: new Date() }])
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const deleting = database.db.transaction((tx) => deleteTasks(tx, [task.taskId]))
  await expect.poll(isSomebodyWaiting).toBe(true)
  release.resolve()
  await Promise.all([dispatching, deleting])
  expect(await countsOf(task.taskId, uuidv7())).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
})

it('a deletion leaves nothing of a run that was ending meanwhile', async () => {
  const task = await insertTestTask(database.db)
  const run = { ...task, trigger: 'TEST', scheduledFor: new Date() } as const
  const [executionId = ''] = await database.db.transaction((tx) => insertQueued(tx, [run]))
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const ending = database.db.transaction(async (tx) => {
    await tx.update(executions).set({ status: 'SUCCEEDED' }).where(eq(executions.id, executionId))
    await insertOutcome(tx, task.accountId, executionId)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const deleting = database.db.transaction((tx) => deleteTasks(tx, [task.taskId]))
  await expect.poll(isSomebodyWaiting).toBe(true)
  release.resolve()
  await Promise.all([ending, deleting])
  expect(await countsOf(task.taskId, executionId)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
})

const isSomebodyWaiting = async () => {
  const { rowCount } = await database.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount === 1
}
