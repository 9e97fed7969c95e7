import { randomUUID } from 'node:crypto'
import { executionRollups, executions } from '@knockwire/db/schema/executions'
import { schedules } from '@knockwire/db/schema/tasks'
import { inTransaction } from '@knockwire/db/transaction'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { quantilesOf } from '@knockwire/domain/series/time-bins'
import { asc, eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createOldRollupsDeletion } from '../../maintenance/delete-expired.ts'
import { historyOf, scheduleOf, untilEnded } from '../../testing/history.ts'
import { runNow, runTest } from '../../testing/run-now.ts'
import { seedAccount, seedTask, seedTasks } from '../../testing/rows/seed.ts'
import { startTarget } from '../../testing/peers/target.ts'
import { createTestContext, startTestExecutor, useTestDatabase } from '../../testing/test-executor.ts'
import type { RunResult } from '../run.ts'
import { writeResults } from './write-results.ts'

const quarterMs = 900_000

describe('the counts for charts', async () => {
  const { db, pool, url, stopAfter } = await useTestDatabase()
  const { id: accountId } = await seedAccount(db)

  const rollupsOf = (taskId: string) =>
    db
      .select()
      .from(executionRollups)
      .where(eq(executionRollups.taskId, taskId))
      .orderBy(asc(executionRollups.bucketAt))
  const onDemand = { dueAt: null, mode: 'ONE_TIME' as const }

  /** A run that an executor has started. */
  const startRun = async (taskId: string, startedAt: Date, trigger: 'SCHEDULE' | 'TEST' = 'SCHEDULE') => {
    const [id, attempt] = [uuidv7(), randomUUID()]
    const run = { id, taskId, accountId, trigger, status: 'RUNNING', attempt } as const
    await db.insert(executions).values({ ...run, scheduledFor: startedAt, createdAt: startedAt, startedAt })
    if (trigger === 'SCHEDULE')
      await db.update(schedules).set({ inFlightExecutionId: id }).where(eq(schedules.taskId, taskId))
    return { executionId: id, taskId, accountId, trigger, attempt, dueMs: 0, startedMs: null, sent: null }
  }
  type Started = Awaited<ReturnType<typeof startRun>>
  const answered = (run: Started, statusCode: number, responseTimeMs: number): RunResult => {
    const response = {
      statusCode,
      headers: [],
      storedHeaders: [],
      body: new Uint8Array(),
      isTruncated: false,
      finalUri: '',
      redirects: 0,
      timing: { connectMs: null, firstByteMs: null, totalMs: responseTimeMs },
    }
    return { ...run, outcome: { status: 'SUCCEEDED', response, responseTimeMs } }
  }
  const failed = (run: Started): RunResult => ({
    ...run,
    outcome: { status: 'FAILED', code: 'TIMEOUT', message: 'No response.', responseTimeMs: 30_000 },
  })
  const quarter = new Date(Math.floor(Date.now() / quarterMs) * quarterMs - quarterMs)
  const within = (seconds: number) => new Date(quarter.getTime() + seconds * 1000)
  const newTask = () => seedTask(db, { accountId, uri: 'https://example.com/', schedule: onDemand })

  it('are added by quarters of an hour, in one batch and in several', async () => {
    const taskId = await newTask()
    const write = (results: RunResult[]) => writeResults(pool, results)
    await write([
      answered(await startRun(taskId, within(1)), 200, 40),
      answered(await startRun(taskId, within(2)), 503, 80),
      failed(await startRun(taskId, within(3))),
    ])
    await write([answered(await startRun(taskId, within(899)), 200, 40)])
    await write([answered(await startRun(taskId, within(900)), 200, 40)])
    const [first, second, ...others] = await rollupsOf(taskId)
    expect(first).toMatchObject({ bucketAt: quarter, runs: 4, failures: 1, httpErrors: 1 })
    expect(second).toMatchObject({ bucketAt: within(900), runs: 1, failures: 0, httpErrors: 0 })
    expect(others).toEqual([])
    expect(first?.times).toHaveLength(3)
    const [median = 0, p95 = 0] = quantilesOf(first?.times ?? new Uint8Array(), [0.5, 0.95])
    expect(Math.abs((median ?? 0) - 40)).toBeLessThanOrEqual(1)
    expect(Math.abs((p95 ?? 0) - 80)).toBeLessThanOrEqual(2)
  })

  it('hold the time of work that took hours, beside that of calls', async () => {
    const taskId = await newTask()
    const hour = 3_600_000
    const runs = [
      await startRun(taskId, within(1)),
      await startRun(taskId, within(2)),
      await startRun(taskId, within(3)),
    ]
    for (const [at, ms] of [2 * hour, 0.2, 3 * hour].entries()) {
      const run = runs[at]
      if (run !== undefined) await writeResults(pool, [answered(run, 200, ms)])
    }
    const [{ times } = { times: new Uint8Array() }] = await rollupsOf(taskId)
    const [least = 0, median = 0, most = 0] = quantilesOf(times, [0, 0.5, 1])
    expect(least).toBeLessThan(1)
    expect(Math.abs((median ?? 0) / (2 * hour) - 1)).toBeLessThan(0.03)
    expect(Math.abs((most ?? 0) / (3 * hour) - 1)).toBeLessThan(0.03)
  })

  it('count a run once, also when it is recorded again: the same executor, or one that another has taken over from', async () => {
    const taskId = await newTask()
    const run = await startRun(taskId, within(1))
    const takenOver = { ...run, attempt: randomUUID() }
    await db.update(executions).set({ attempt: takenOver.attempt }).where(eq(executions.id, run.executionId))
    expect(await writeResults(pool, [failed(run)])).toEqual([])
    await writeResults(pool, [answered(takenOver, 200, 40)])
    expect(await writeResults(pool, [answered(takenOver, 200, 40)])).toEqual([])
    expect(await rollupsOf(taskId)).toMatchObject([{ runs: 1, failures: 0 }])
  })

  it('are not changed where the transaction of the result is rolled back', async () => {
    const taskId = await newTask()
    const run = await startRun(taskId, within(1))
    const rejected = inTransaction(pool, async (client) => {
      await writeResults(client, [answered(run, 200, 40)])
      throw new Error('rolled back')
    })
    await expect(rejected).rejects.toThrow('rolled back')
    expect(await rollupsOf(taskId)).toEqual([])
    expect(await historyOf(db, taskId)).toMatchObject([{ status: 'RUNNING' }])
  })

  it('leave test runs out', async () => {
    const taskId = await newTask()
    await writeResults(pool, [failed(await startRun(taskId, within(1), 'TEST'))])
    expect(await rollupsOf(taskId)).toEqual([])
    expect(await scheduleOf(db, taskId)).toMatchObject({ failingRuns: 0, failingSince: null })
  })

  it('come with how many runs in a row did not get a good response, and since when', async () => {
    const taskId = await newTask()
    await writeResults(pool, [answered(await startRun(taskId, within(1)), 200, 40)])
    expect(await scheduleOf(db, taskId)).toMatchObject({ failingRuns: 0, failingSince: null })
    await writeResults(pool, [answered(await startRun(taskId, within(2)), 503, 40)])
    await writeResults(pool, [failed(await startRun(taskId, within(3)))])
    expect(await scheduleOf(db, taskId)).toMatchObject({
      failingRuns: 2,
      failingSince: within(2),
      consecutiveFailures: 1,
    })
    await writeResults(pool, [answered(await startRun(taskId, within(4)), 204, 40)])
    expect(await scheduleOf(db, taskId)).toMatchObject({ failingRuns: 0, failingSince: null })
  })

  it('are what the histories say where several executors run the same tasks', async () => {
    const target = await startTarget()
    stopAfter(target.close)
    const executors = await Promise.all([startTestExecutor(url), startTestExecutor(url)])
    for (const { stop } of executors) stopAfter(stop)
    target.on('/reset', ({ response }) => void response.destroy())
    target.on('/503', ({ response }) => void response.writeHead(503).end())
    target.on('/ok', ({ response }) => void response.end('ok'))
    const paths = ['/ok', '/503', '/reset', '/ok', '/503', '/reset']
    const taskIds = await seedTasks(
      db,
      paths.map((path) => ({ accountId, uri: `${target.origin}${path}`, schedule: onDemand })),
    )
    const rounds = 5
    for (let round = 1; round <= rounds; round += 1) {
      await Promise.all(taskIds.map((taskId) => runNow(db, taskId)))
      await Promise.all(taskIds.map((taskId) => untilEnded(db, taskId, round)))
    }
    const tested = taskIds[0] ?? ''
    await runTest(db, executors[0].context.queue, { taskId: tested, accountId })
    await untilEnded(db, tested, rounds + 1)
    for (const [index, taskId] of taskIds.entries()) {
      const rows = await rollupsOf(taskId)
      const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
      expect(sum(({ runs }) => runs)).toBe(rounds)
      expect(sum(({ failures }) => failures)).toBe(paths[index] === '/reset' ? rounds : 0)
      expect(sum(({ httpErrors }) => httpErrors)).toBe(paths[index] === '/503' ? rounds : 0)
      expect(sum(({ times }) => times.length)).toBe(paths[index] === '/reset' ? 0 : rounds)
    }
  })

  it('are deleted after 90 days, task by task', async () => {
    const { context, close } = await createTestContext(url)
    stopAfter(close)
    const taskIds = [await newTask(), await newTask(), await newTask()]
    const day = 86_400_000
    const counts = { runs: 1, failures: 0, httpErrors: 0, times: new Uint8Array() }
    for (const taskId of taskIds) {
      for (const days of [89, 91, 300])
        await db
          .insert(executionRollups)
          .values({ taskId, bucketAt: sql`now() - ${days * day} * interval '1 millisecond'`, ...counts })
    }
    const { run, hasMore } = createOldRollupsDeletion(2)
    let deleted = 0
    do deleted += await inTransaction(context.database.pool, (client) => run(client, context))
    while (hasMore())
    expect(deleted).toBe(6)
    for (const taskId of taskIds) expect(await rollupsOf(taskId)).toHaveLength(1)
  })
})
