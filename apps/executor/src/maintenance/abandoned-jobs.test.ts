import { deferredDecisions, executionDetails, executions } from '@knockwire/db/schema/executions'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { inTransaction } from '@knockwire/db/transaction'
import { eq, inArray, sql } from 'drizzle-orm'
import type pg from 'pg'
import { expect, it } from 'vitest'
import { seedExecutions } from '../testing/history.ts'
import { onDemand } from '../testing/run-now.ts'
import { emailTo, seedAccount, seedNotification, seedTask, seedTasks } from '../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { createAbandonedRunsJob } from './abandoned-jobs.ts'

const { db, url, stopAfter } = await useTestDatabase()
const { context, close } = await createTestContext(url)
stopAfter(close)

const jobs = 6
const runsPerJob = 10
const longestRequest = 262_144

it('the runs of many failed jobs end page by page, with few of their long requests in memory at a time', async () => {
  const { id: accountId } = await seedAccount(db)
  const request = { method: 'PUT' as const, body: 'x'.repeat(longestRequest) }
  const tasks = Array.from({ length: jobs * runsPerJob }, () => ({
    accountId,
    uri: 'https://example.com/',
    request,
    schedule: onDemand,
  }))
  const at = new Date()
  const runs = (await seedTasks(db, tasks)).map((taskId) => ({ id: uuidv7(), taskId, accountId }))
  const started = { trigger: 'SCHEDULE', status: 'RUNNING', scheduledFor: at, createdAt: at, startedAt: at } as const
  await db.insert(executions).values(runs.map((run) => ({ ...run, ...started })))
  const sent = Array.from({ length: jobs }, (_, job) => ({
    executionIds: runs.slice(job * runsPerJob, (job + 1) * runsPerJob).map(({ id }) => id),
  }))
  await context.queue.send(db, 'run', sent)
  await db.execute(sql`update pgboss.job set state = 'failed' where name = 'run'`)

  const job = createAbandonedRunsJob()
  let mostRead = 0
  const measured = (client: pg.PoolClient): pg.PoolClient => {
    const query = async (...statement: [string, unknown[]]) => {
      const result = await client.query(...statement)
      mostRead = Math.max(mostRead, JSON.stringify(result.rows).length)
      return result
    }
    return new Proxy(client, { get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)) })
  }
  const pages: number[] = []
  do pages.push(await inTransaction(context.maintenance.pool, (client) => job.run(measured(client), context)))
  while (job.hasMore())

  expect(await db.$count(executions, eq(executions.status, 'FAILED'))).toBe(runs.length)
  expect(await context.queue.depth('run')).toEqual({ waiting: 0, inFlight: 0 })
  expect(pages.filter((count) => count > 0)).toEqual([40, 20])
  expect(mostRead).toBeLessThan(5 * 1024 * 1024)
})

it('a run whose request cannot be read ends all the same, and keeps no other from ending', async () => {
  const { id: accountId } = await seedAccount(db)
  const at = new Date()
  const started = { trigger: 'SCHEDULE', status: 'RUNNING', scheduledFor: at, createdAt: at, startedAt: at } as const
  const unreadable = { headers: 'none' as never }
  const tasks = [unreadable, {}].map((request) => ({
    accountId,
    uri: 'https://example.com/',
    request,
    schedule: onDemand,
  }))
  const runs = (await seedTasks(db, tasks)).map((taskId) => ({ id: uuidv7(), taskId, accountId }))
  await db.insert(executions).values(runs.map((run) => ({ ...run, ...started })))
  await context.queue.send(db, 'run', [{ executionIds: runs.map(({ id }) => id) }])
  await db.execute(sql`update pgboss.job set state = 'failed' where name = 'run'`)
  const job = createAbandonedRunsJob()
  expect(await inTransaction(context.maintenance.pool, (client) => job.run(client, context))).toBe(2)
  const ended = await db.select().from(executions).where(eq(executions.accountId, accountId))
  expect(ended.map(({ status, errorCode }) => [status, errorCode])).toEqual([
    ['FAILED', 'INTERRUPTED'],
    ['FAILED', 'INTERRUPTED'],
  ])
})

it('a run that is compared with an earlier one ends before that is read, and is decided later', async () => {
  const { id: accountId } = await seedAccount(db)
  const taskId = await seedTask(db, { accountId, uri: 'https://example.com/', schedule: onDemand })
  const condition = { source: 'response_body_json', property: 'a', comparison: 'has_changed' } as const
  await seedNotification(db, { accountId, taskId, setting: emailTo('ada@example.com'), condition })
  const [earlier = ''] = await seedExecutions(db, { accountId, taskId, agesMs: [60_000] })
  await db.update(executions).set({ statusCode: 200 }).where(eq(executions.id, earlier))
  const responseBody = Buffer.from('{"a":1}')
  await db.update(executionDetails).set({ responseBody }).where(eq(executionDetails.executionId, earlier))
  const executionIds = await seedExecutions(db, { accountId, taskId, agesMs: [1000], status: 'RUNNING' })
  await db.delete(executionDetails).where(inArray(executionDetails.executionId, executionIds))
  await context.queue.send(db, 'run', [{ executionIds }])
  await db.execute(sql`update pgboss.job set state = 'failed' where name = 'run'`)
  const unread = { ...context, sandbox: { ...context.sandbox, run: () => new Promise<never>(() => {}) } }
  const job = createAbandonedRunsJob()
  expect(await inTransaction(context.maintenance.pool, (client) => job.run(client, unread))).toBe(1)
  const deferred = await db.select().from(deferredDecisions).where(eq(deferredDecisions.taskId, taskId))
  expect(deferred).toMatchObject([{ executionId: executionIds[0] }])
})
