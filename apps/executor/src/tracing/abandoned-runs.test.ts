import { executions } from '@knockwire/db/schema/executions'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { startTraceCollector } from '@knockwire/services/testing/trace-collector'
import { rootSpanIdOf, traceIdOf } from '@knockwire/services/tracing/tracing'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createAbandonedRunsJob } from '../maintenance/abandoned-jobs.ts'
import { runMaintenanceJob } from '../maintenance/start-maintenance.ts'
import { historyOf } from '../testing/history.ts'
import { onDemand } from '../testing/run-now.ts'
import { seedAccount, seedTask } from '../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'

const { db, url, stopAfter } = await useTestDatabase()
const collector = await startTraceCollector()
stopAfter(collector.close)

const consumer = 5
const errorStatus = 2

it('a run that maintenance ends is a trace from its due time to its end, sent once and not before it is committed', async () => {
  const tracing = { url: `${collector.origin}/v1/traces`, ratio: 1 }
  const { context, close } = await createTestContext(url, { settings: { tracing } })
  const { id: accountId } = await seedAccount(db)
  const taskId = await seedTask(db, { accountId, uri: 'https://example.com/', schedule: onDemand })
  const executionId = uuidv7()
  const dueAt = new Date(Date.now() - 600_000)
  const run = { id: executionId, taskId, accountId, trigger: 'SCHEDULE', status: 'RUNNING' } as const
  // Its start was late: the time at which it was due is not that of its id.
  await db.insert(executions).values({ ...run, scheduledFor: dueAt, createdAt: new Date(), startedAt: new Date() })
  await context.queue.send(db, 'run', [{ executionIds: [executionId] }])
  await db.execute(sql`update pgboss.job set state = 'failed' where name = 'run'`)

  const job = { name: 'give-up-failed-jobs', lock: 1020, ...createAbandonedRunsJob() }
  // An error of the database, after which the lock of the job is free at once: else its connection is closed, which takes a while.
  const failing: typeof job.run = async (client, ...rest) => {
    await job.run(client, ...rest)
    await client.query('select 1 / 0')
    return 0
  }
  await expect(runMaintenanceJob(context, { ...job, run: failing })).rejects.toThrow('division by zero')
  const beforeMs = Date.now()
  await runMaintenanceJob(context, job)
  await runMaintenanceJob(context, job)
  expect(await historyOf(db, taskId)).toMatchObject([{ status: 'FAILED', errorCode: 'INTERRUPTED' }])
  await close()

  const roots = collector.spans.filter(({ name }) => name === 'run')
  const attributes = {
    'knockwire.execution.id': executionId,
    'knockwire.task.id': taskId,
    'knockwire.account.id': accountId,
    'knockwire.trigger': 'SCHEDULE',
    'error.type': 'INTERRUPTED',
  }
  const spanId = rootSpanIdOf(executionId)
  const traceId = traceIdOf(executionId)
  expect(roots).toMatchObject([{ traceId, spanId, kind: consumer, status: { code: errorStatus }, attributes }])
  const [root] = roots
  expect(root?.parentSpanId ?? '').toBe('')
  expect(Math.floor(root?.startTimeUnixNano ?? 0)).toBe(dueAt.getTime())
  expect(root?.endTimeUnixNano).toBeGreaterThan(beforeMs - 1000)
  const parts = collector.spans.filter((span) => span.traceId === traceId && span !== root)
  expect(parts.map(({ parentSpanId }) => parentSpanId)).toEqual(parts.map(() => spanId))
  expect(parts.filter(({ name }) => name === 'record result')).toHaveLength(1)
})
