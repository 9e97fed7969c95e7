import { schedules } from '@knockwire/db/schema/tasks'
import type { InstanceLimits } from '@knockwire/domain/instance/instance'
import { plans } from '@knockwire/domain/plans/plans'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { ages, executionsLeft, scheduleOf, seedExecutions, untilEnded } from './testing/history.ts'
import { startTarget, type Target } from './testing/peers/target.ts'
import { seedAccount, seedTask } from './testing/rows/seed.ts'
import { startTestExecutor, type TestExecutor, useTestDatabase } from './testing/test-executor.ts'

const noPlans: InstanceLimits = {
  ...plans.FREE,
  label: null,
  failuresBeforeDeactivation: null,
  history: { executions: 4, days: 30 },
}
const day = 86_400_000

describe.each([
  [null, 'ACTIVE'],
  [5, 'DISABLED'],
] as const)('an instance without plans whose limit of failures is %s', async (failuresBeforeDeactivation, status) => {
  const { db, url, stopAfter } = await useTestDatabase()
  let target: Target
  let executor: TestExecutor
  beforeAll(async () => {
    target = await startTarget()
    stopAfter(target.close)
    target.on('/reset', ({ response }) => void response.destroy())
    const limits = { ...noPlans, failuresBeforeDeactivation }
    executor = await startTestExecutor(url, { settings: { limits } })
    stopAfter(executor.stop)
  })

  const seed = async () => {
    const { id: accountId } = await seedAccount(db, { plan: 'FREE' })
    const schedule = { mode: 'CUSTOM' as const, expression: '0 0 1 1 *', intervalSecond: null, dueAt: null }
    return { accountId, taskId: await seedTask(db, { accountId, uri: `${target.origin}/reset`, schedule }) }
  }
  const runNow = async (taskId: string, consecutiveFailures: number) => {
    const due = { dueAt: sql`now()`, consecutiveFailures }
    const { executionsTotal } = await scheduleOf(db, taskId)
    await db.update(schedules).set(due).where(eq(schedules.taskId, taskId))
    await untilEnded(db, taskId, executionsTotal + 1)
  }

  it('deactivates a task for its failures only where and when the operator says', async () => {
    const { taskId } = await seed()
    await runNow(taskId, 3)
    expect(await scheduleOf(db, taskId)).toMatchObject({ status: 'ACTIVE', consecutiveFailures: 4 })
    await runNow(taskId, 4)
    expect(await scheduleOf(db, taskId)).toMatchObject({ status })
  })

  it('keeps as many executions as the operator says, whatever plan an account was on', async () => {
    const { accountId, taskId } = await seed()
    const seeded = await seedExecutions(db, { accountId, taskId, agesMs: ages(6, day) })
    await runNow(taskId, 0)
    await expect.poll(async () => (await scheduleOf(db, taskId)).executionsTotal, { timeout: 20_000 }).toBe(4)
    expect((await executionsLeft(db, taskId)).slice(0, 3)).toEqual(seeded.slice(3))
  })
})
