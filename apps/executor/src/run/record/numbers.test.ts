import { randomUUID } from 'node:crypto'
import { executions } from '@knockwire/db/schema/executions'
import { schedules } from '@knockwire/db/schema/tasks'
import { inTransaction } from '@knockwire/db/transaction'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { scheduleOf } from '../../testing/history.ts'
import { seedAccount, seedTasks } from '../../testing/rows/seed.ts'
import { useTestDatabase } from '../../testing/test-executor.ts'
import type { RunResult } from '../run.ts'
import { writeResults } from './write-results.ts'

describe('the numbers by which a task’s history is followed', async () => {
  const { db, pool } = await useTestDatabase()
  const { id: accountId } = await seedAccount(db)
  const onDemand = { dueAt: null, mode: 'ONE_TIME' as const }

  const newTasks = (count: number) =>
    seedTasks(
      db,
      Array.from({ length: count }, () => ({ accountId, uri: 'https://example.com/', schedule: onDemand })),
    )
  const executors = 5
  const newTask = async () => (await newTasks(1))[0] ?? ''

  /** A run in flight, as it ends. `inFlight`: the schedule waits for it. */
  const startRun = async (
    taskId: string,
    {
      trigger = 'SCHEDULE',
      inFlight = trigger === 'SCHEDULE',
    }: { trigger?: 'SCHEDULE' | 'TEST'; inFlight?: boolean } = {},
  ): Promise<RunResult> => {
    const [id, attempt, at] = [uuidv7(), randomUUID(), new Date(Date.now() + Math.random() * 1e9)]
    const run = { id, taskId, accountId, trigger, status: 'RUNNING', attempt } as const
    await db.insert(executions).values({ ...run, scheduledFor: at, createdAt: at, startedAt: at })
    if (inFlight) await db.update(schedules).set({ inFlightExecutionId: id }).where(eq(schedules.taskId, taskId))
    const outcome = { status: 'FAILED', code: 'TIMEOUT', message: 'No response.', responseTimeMs: 30_000 } as const
    return { executionId: id, taskId, accountId, trigger, attempt, dueMs: 0, startedMs: null, sent: null, outcome }
  }
  const test = (taskId: string) => startRun(taskId, { trigger: 'TEST' })

  const numbersOf = async (taskId: string) => {
    const { rows } = await pool.query<{ id: string; seq: string }>(
      'select execution_id as id, seq from execution_details where task_id = $1 order by seq',
      [taskId],
    )
    return rows.map(({ id, seq }) => [Number(seq), id])
  }
  const numbered = (results: readonly RunResult[]) => results.map(({ executionId }, index) => [index + 1, executionId])

  it('are given as executions end, one after the other and without a gap, to tests as well', async () => {
    const taskId = await newTask()
    const first = [await startRun(taskId)]
    await writeResults(pool, first)
    const second = [await test(taskId), await test(taskId), await startRun(taskId)]
    await writeResults(pool, second)
    const third = [await test(taskId), await test(taskId)]
    await writeResults(pool, third)
    expect(await numbersOf(taskId)).toEqual(numbered([...first, ...second, ...third]))
    expect(await scheduleOf(db, taskId)).toMatchObject({ lastSeq: 6, inFlightExecutionId: null })
  })

  it('are of each task by itself in a batch of many, whatever their order there', async () => {
    const taskIds = await newTasks(30)
    const results: RunResult[] = []
    for (const [n, taskId] of taskIds.entries()) {
      for (let tests = 0; tests < n % 3; tests += 1) results.push(await test(taskId))
      results.push(await startRun(taskId))
    }
    const shuffled = results.map((result, n) => ({ result, key: (n * 37) % results.length }))
    shuffled.sort((a, b) => a.key - b.key)
    await writeResults(
      pool,
      shuffled.map(({ result }) => result),
    )
    for (const taskId of taskIds)
      expect(await numbersOf(taskId)).toEqual(numbered(results.filter((result) => result.taskId === taskId)))
  })

  it('are not used up by a result that is recorded again, is another attempt’s, or is rolled back', async () => {
    const taskId = await newTask()
    const [run, other] = [await startRun(taskId), await test(taskId)]
    await writeResults(pool, [run])
    const late = await test(taskId)
    await writeResults(pool, [run, { ...late, attempt: randomUUID() }, other])
    const rolledBack = inTransaction(pool, async (client) => {
      await writeResults(client, [late])
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    await writeResults(pool, [late])
    expect(await numbersOf(taskId)).toEqual(numbered([run, other, late]))
  })

  it('are given to a run that its schedule does not wait for any more', async () => {
    const taskId = await newTask()
    const forgotten = await startRun(taskId, { inFlight: false })
    await writeResults(pool, [forgotten])
    expect(await numbersOf(taskId)).toEqual(numbered([forgotten]))
  })

  it('leave no execution out for who remembers the last one, however many executors record the same tasks', async () => {
    const taskIds = await newTasks(4)
    const results = await Promise.all(
      Array.from({ length: 400 }, (_, n) => startRun(taskIds[n % 4] ?? '', { trigger: 'TEST' })),
    )
    const seen = new Map(taskIds.map((taskId): [string, number[]] => [taskId, []]))
    const look = async () => {
      for (const [taskId, numbers] of seen) {
        const { rows } = await pool.query<{ seq: string }>(
          'select seq from execution_details where task_id = $1 and seq > $2 order by seq',
          [taskId, numbers.at(-1) ?? 0],
        )
        numbers.push(...rows.map(({ seq }) => Number(seq)))
      }
    }
    let isRecording = true
    const looking = (async () => {
      while (isRecording) await look()
    })()
    // Each batch has the tasks in another order: one that deadlocks is recorded again, as the recorder does.
    const record = async (batch: readonly RunResult[]): Promise<void> => {
      try {
        await inTransaction(pool, async (client) => {
          await writeResults(client, batch)
          await client.query('select pg_sleep($1)', [Math.random() / 100])
        })
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === '40P01')) throw error
        await record(batch)
      }
    }
    const batches = Array.from({ length: 80 }, (_, n) => results.slice(n * 5, n * 5 + 5))
    const recordOn = async (executor: number) => {
      for (let n = executor; n < batches.length; n += executors) await record(batches[n] ?? [])
    }
    await Promise.all(Array.from({ length: executors }, (_, executor) => recordOn(executor)))
    isRecording = false
    await looking
    await look()
    const upTo100 = Array.from({ length: 100 }, (_, n) => n + 1)
    for (const taskId of taskIds) expect(seen.get(taskId)).toEqual(upTo100)
    const ids = results.map(({ executionId }) => executionId)
    const ended = await db.select({ id: executions.id }).from(executions).where(inArray(executions.id, ids))
    expect(ended).toHaveLength(400)
  }, 60_000)
})
