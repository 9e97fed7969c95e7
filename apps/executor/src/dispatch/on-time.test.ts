import { describe, expect, it, onTestFinished } from 'vitest'
import { historyOf, untilEnded } from '../testing/history.ts'
import { seedAccount, seedTask } from '../testing/rows/seed.ts'
import { startTarget } from '../testing/peers/target.ts'
import { startTestExecutor, useTestDatabase } from '../testing/test-executor.ts'
import { DatabaseClock } from './database-clock.ts'

/** By which no due time ever comes. */
class StoppedClock extends DatabaseClock {
  override msUntil() {
    return 60_000
  }
}

describe('runs that are claimed ahead of their time', async () => {
  const { db, pool, url, stopAfter } = await useTestDatabase()
  const target = await startTarget()
  stopAfter(target.close)
  const account = await seedAccount(db)
  const arrivedAt = new Map<string, number>()
  target.on('*', ({ path, response }) => {
    arrivedAt.set(path, Date.now())
    response.end()
  })
  const seedDue = async (inMs: number) => {
    const due = new Date(Date.now() + inMs)
    const path = `/due-${due.getTime()}`
    const schedule = { intervalSecond: 60, anchorAt: due, dueAt: due }
    return { due, path, taskId: await seedTask(db, { accountId: account.id, uri: target.origin + path, schedule }) }
  }

  it('start at their time, and none of them before', async () => {
    const executor = await startTestExecutor(url)
    onTestFinished(executor.stop)
    let claimedAhead = 0
    const tasks = await Promise.all(Array.from({ length: 30 }, (_, at) => seedDue(3000 + at * 37)))
    for (const { due, path, taskId } of tasks) {
      const [run] = await untilEnded(db, taskId)
      expect(run).toMatchObject({ status: 'SUCCEEDED', scheduledFor: due })
      if (run && run.createdAt < due) claimedAhead += 1
      expect(run?.startedAt?.getTime()).toBeGreaterThanOrEqual(due.getTime())
      // The database runs on this machine, so its clock is the test's.
      expect(arrivedAt.get(path)).toBeGreaterThanOrEqual(due.getTime() - 1)
    }
    expect(claimedAhead).toBeGreaterThan(0)
    expect(executor.errors).toEqual([])
  })

  it('are made by another executor, at their time, where the one that claimed them stops', async () => {
    const first = await startTestExecutor(url, { clock: new StoppedClock() })
    const { due, path, taskId } = await seedDue(700)
    await expect.poll(async () => (await historyOf(db, taskId)).length, { interval: 5 }).toBe(1)
    await first.stop()
    // Given back, so that nobody has to wait until its lease expires.
    const [run] = await historyOf(db, taskId)
    const holdsRun = `select state from pgboss.job where name = 'run' and data -> 'executionIds' ? $1`
    const { rows } = await pool.query(holdsRun, [run?.id])
    expect(rows).toMatchObject([{ state: expect.stringMatching(/^(created|retry)$/) }])
    const second = await startTestExecutor(url)
    onTestFinished(second.stop)
    expect(await untilEnded(db, taskId)).toMatchObject([{ status: 'SUCCEEDED', scheduledFor: due }])
    expect(arrivedAt.get(path)).toBeGreaterThanOrEqual(due.getTime() - 1)
    expect(target.callsOf(path)).toHaveLength(1)
  })
})
