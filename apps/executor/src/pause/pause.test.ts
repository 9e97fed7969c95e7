import { instanceState } from '@knockwire/db/schema/operator'
import { schedules } from '@knockwire/db/schema/tasks'
import { eq } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { historyOf, untilEnded } from '../testing/history.ts'
import { startTarget } from '../testing/peers/target.ts'
import { seedAccount, seedTask } from '../testing/rows/seed.ts'
import { startTestExecutor, useTestDatabase } from '../testing/test-executor.ts'

describe('calls that the operator has paused', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  const target = await startTarget()
  stopAfter(target.close)
  const { id: accountId } = await seedAccount(db)
  const pause = (isPaused: boolean) => db.update(instanceState).set({ callsPausedAt: isPaused ? new Date() : null })
  const seedDue = (inMs: number) => {
    const due = new Date(Date.now() + inMs)
    const schedule = { intervalSecond: 3600, anchorAt: due, dueAt: due }
    return seedTask(db, { accountId, uri: `${target.origin}/paused`, schedule })
  }

  it('are not made, and late ones once when the pause ends; an executor that starts meanwhile makes none either', async () => {
    await pause(true)
    const executor = await startTestExecutor(url)
    onTestFinished(executor.stop)
    const taskId = await seedDue(-1000)
    const before = executor.work?.lastDispatchAtMs() ?? 0
    await expect.poll(() => (executor.work?.lastDispatchAtMs() ?? 0) > before, { timeout: 20_000 }).toBe(true)
    expect(await historyOf(db, taskId)).toEqual([])
    await pause(false)
    expect(await untilEnded(db, taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
    const [schedule] = await db.select().from(schedules).where(eq(schedules.taskId, taskId))
    expect(schedule).toMatchObject({ status: 'ACTIVE', executionsTotal: 1 })
  })

  it('stop within seconds where calls were made before', async () => {
    const executor = await startTestExecutor(url)
    onTestFinished(executor.stop)
    await untilEnded(db, await seedDue(0))
    await pause(true)
    await expect.poll(() => executor.work?.isPaused(), { timeout: 10_000 }).toBe(true)
    const taskId = await seedDue(0)
    const before = executor.work?.lastDispatchAtMs() ?? 0
    await expect.poll(() => (executor.work?.lastDispatchAtMs() ?? 0) > before, { timeout: 20_000 }).toBe(true)
    expect(await historyOf(db, taskId)).toEqual([])
    await pause(false)
    expect(await untilEnded(db, taskId)).toHaveLength(1)
  })
})
