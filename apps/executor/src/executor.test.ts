import { executionDetails, executions } from '@knockwire/db/schema/executions'
import { schedules } from '@knockwire/db/schema/tasks'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedAccount, seedTask } from './testing/seed.ts'
import { startTarget, type Target } from './testing/target.ts'
import { startTestExecutor, useTestDatabase, type TestExecutor } from './testing/test-executor.ts'

describe('executor', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  let target: Target
  let executor: TestExecutor
  let accountId: string

  beforeAll(async () => {
    target = await startTarget()
    stopAfter(target.close)
    accountId = (await seedAccount(db)).id
    executor = await startTestExecutor(url)
    stopAfter(executor.stop)
  })

  it('makes a due run and records it', async () => {
    const taskId = await seedTask(db, { accountId, uri: `${target.origin}/first` })
    await expect.poll(async () => (await db.select().from(executions).where(eq(executions.taskId, taskId)))[0]?.status, { timeout: 10_000 }).toBe('SUCCEEDED')
    const [execution] = await db.select().from(executions).where(eq(executions.taskId, taskId))
    const [details] = await db.select().from(executionDetails).where(eq(executionDetails.executionId, execution?.id ?? ''))
    expect(Buffer.from(details?.responseBody ?? []).toString()).toBe('ok')
    const [schedule] = await db.select().from(schedules).where(eq(schedules.taskId, taskId))
    expect(schedule).toMatchObject({ underWayExecutionId: null, executionsTotal: 1 })
    expect(executor.errors).toEqual([])
  })
})
