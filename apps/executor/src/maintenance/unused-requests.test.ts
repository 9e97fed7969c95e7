import { executionDetails, executions, sentRequests } from '@knockwire/db/schema/executions'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { seedAccount, seedTask } from '../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { inTransaction } from '@knockwire/db/transaction'
import { createUnusedRequestsDeletion } from './delete-expired.ts'

describe('stored requests', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  const { context, close } = await createTestContext(url)
  stopAfter(close)
  const account = await seedAccount(db)

  const day = 86_400_000
  const request = { uri: 'https://example.com/', method: 'PUT', headers: [], body: 'long' } as const
  const store = async (taskId: string, ageMs: number) => {
    const hash = uuidv7()
    await db.insert(sentRequests).values({ taskId, hash, request, lastUsedAt: new Date(Date.now() - ageMs) })
    return hash
  }
  const refer = async (taskId: string, requestHash: string) => {
    const [id, now] = [uuidv7(), new Date()]
    const run = { taskId, accountId: account.id, trigger: 'TEST', status: 'SUCCEEDED' } as const
    await db.insert(executions).values({ id, ...run, scheduledFor: now, createdAt: now })
    await db.insert(executionDetails).values({ executionId: id, requestHash })
  }
  const hashesOf = async (taskId: string) =>
    (await db.select().from(sentRequests).where(eq(sentRequests.taskId, taskId))).map(({ hash }) => hash)
  const newTask = () => seedTask(db, { accountId: account.id, uri: request.uri, schedule: { dueAt: null } })

  it('are deleted a day after their last use where no execution refers to them, page by page', async () => {
    const taskIds = [await newTask(), await newTask(), await newTask()]
    const kept: string[][] = []
    for (const taskId of taskIds) {
      await store(taskId, 2 * day)
      const [referred, recent] = [await store(taskId, 2 * day), await store(taskId, day / 2)]
      await refer(taskId, referred)
      kept.push([referred, recent].toSorted())
    }
    const { run, hasMore } = createUnusedRequestsDeletion(2)
    let deleted = 0
    do deleted += await inTransaction(context.database.pool, (client) => run(client, context))
    while (hasMore())
    expect(deleted).toBe(3)
    expect(await Promise.all(taskIds.map(async (taskId) => (await hashesOf(taskId)).toSorted()))).toEqual(kept)
  })

  it('stay where an executor writes their use at the same time', async () => {
    const taskId = await newTask()
    const hash = await store(taskId, 2 * day)
    const { pool } = context.database
    const writer = await pool.connect()
    await writer.query('begin')
    await writer.query('update sent_requests set last_used_at = now() where task_id = $1', [taskId])
    const { run } = createUnusedRequestsDeletion()
    const deleting = inTransaction(pool, (client) => run(client, context))
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
    await writer.query('commit')
    writer.release()
    expect(await deleting).toBe(0)
    expect(await hashesOf(taskId)).toEqual([hash])
  })
})
