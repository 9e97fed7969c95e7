import { executionDetails, executions } from '@knockwire/db/schema/executions'
import { deliveries } from '@knockwire/db/schema/notifications'
import { schedules } from '@knockwire/db/schema/tasks'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ExecutorContext } from '../context.ts'
import { onDemand } from '../testing/run-now.ts'
import { deliveriesOf, seedAccount, seedNotification, seedTask, textTo } from '../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { inTransaction } from '@knockwire/db/transaction'
import { createAbandonedDeliveriesJob, createAbandonedRunsJob } from './abandoned-jobs.ts'
describe('maintenance and the alerts of runs', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  let context: ExecutorContext
  beforeAll(async () => {
    const opened = await createTestContext(url)
    context = opened.context
    stopAfter(opened.close)
  })

  const makeTask = async () => {
    const { id: accountId } = await seedAccount(db, { plan: 'FREE' })
    const taskId = await seedTask(db, { accountId, uri: 'https://example.com/', schedule: onDemand })
    const notificationId = await seedNotification(db, {
      accountId,
      taskId,
      setting: textTo('+16045550199'),
      condition: { comparison: 'is_null' },
    })
    return { accountId, taskId, notificationId }
  }
  const seedRuns = async (
    task: { accountId: string; taskId: string },
    count: number,
    status: 'RUNNING' | 'SUCCEEDED',
  ) => {
    const { accountId, taskId } = task
    const now = Date.now()
    const rows = Array.from({ length: count }, (_, at) => {
      const timestamp = new Date(now - (count - at) * 1000)
      return {
        id: uuidv7(),
        taskId,
        accountId,
        trigger: 'SCHEDULE' as const,
        status,
        scheduledFor: timestamp,
        createdAt: timestamp,
      }
    })
    await db.insert(executions).values(rows)
    await db.update(schedules).set({ executionsTotal: count }).where(eq(schedules.taskId, taskId))
    return rows.map(({ id }) => id)
  }

  it('a run that is marked failed is notified as any other', async () => {
    const task = await makeTask()
    const [executionId = ''] = await seedRuns(task, 1, 'RUNNING')
    await context.queue.send(db, 'run', [{ executionIds: [executionId] }])
    await db.execute(sql`update pgboss.job set state = 'failed' where name = 'run'`)
    await inTransaction(context.database.pool, (client) => createAbandonedRunsJob().run(client, context))
    expect(await db.select().from(executionDetails).where(eq(executionDetails.executionId, executionId))).toHaveLength(
      1,
    )
    expect(await deliveriesOf(db, task.notificationId)).toMatchObject([{ subjectId: executionId, status: 'PENDING' }])
    expect(await context.queue.depth('deliver-sms')).toEqual({ waiting: 1, inFlight: 0 })
  })

  it('a delivery whose job failed with one executor after the other says so', async () => {
    const { accountId, notificationId } = await makeTask()
    const common = { accountId, notificationId, type: 'SMS', recipient: 'x', createdAt: new Date() } as const
    const rows = (['PENDING', 'DELIVERED'] as const).map((status) => ({ id: uuidv7(), subjectId: uuidv7(), status }))
    await db.insert(deliveries).values(rows.map((row) => ({ ...row, ...common, occasion: 'HOLDS' as const })))
    await sendDeliveries(
      context.queue,
      db,
      rows.map(({ id }) => ({ id, ...common })),
    )
    await db.execute(sql`update pgboss.job set state = 'failed' where name = 'deliver-sms'`)
    await inTransaction(context.database.pool, (client) => createAbandonedDeliveriesJob().run(client, context))
    expect(await deliveriesOf(db, notificationId)).toMatchObject([
      { status: 'FAILED', error: expect.stringContaining('not tried again') },
      { status: 'DELIVERED', error: null },
    ])
    expect(await context.queue.depth('deliver-sms')).toEqual({ waiting: 0, inFlight: 0 })
  })
})
