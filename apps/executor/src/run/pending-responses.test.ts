import { executions } from '@knockwire/db/schema/executions'
import { eq, inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onDemand } from '../testing/run-now.ts'
import { seedAccount, seedTasks } from '../testing/rows/seed.ts'
import { startTarget } from '../testing/peers/target.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { createTestRunWorker, queueJob, tamperWith, testConditions } from '../testing/test-run-worker.ts'

const { db, url, stopAfter } = await useTestDatabase()

/** A little more than may be pending. */
const longResponses = 34
/** Twice as many as may be in flight, of the longest body that a task may send. */
const longRequests = 64
const longestRequest = 262_144

it('no call starts while the conditions of too many long responses are being decided', async () => {
  const target = await startTarget()
  stopAfter(target.close)
  const { context, errors, close } = await createTestContext(url)
  stopAfter(close)
  const decided = Promise.withResolvers<void>()
  let deciding = 0
  let loads = 0
  const read = async () => {
    deciding += 1
    await decided.promise
    return null
  }
  const counted = tamperWith(context, 'load_executions', { after: () => void (loads += 1) })
  const worker = createTestRunWorker(counted, { conditions: testConditions({ read }) })
  // One account alone may not have so many calls in flight.
  const accountIds = (await Promise.all([1, 2, 3].map(() => seedAccount(db)))).map(({ id }) => id)
  const accountOf = (at: number) => accountIds[at % accountIds.length] ?? ''
  const run = async (path: string, count: number) => {
    const tasks = Array.from({ length: count }, (_, at) => ({
      accountId: accountOf(at),
      uri: target.origin + path,
      schedule: onDemand,
    }))
    const taskIds = await seedTasks(db, tasks)
    const runs = taskIds.map((taskId, at) => ({ taskId, accountId: accountOf(at) }))
    worker.accept([await queueJob(context, runs)])
  }
  const ended = () => db.$count(executions, eq(executions.status, 'SUCCEEDED'))

  const longBody = Buffer.alloc(1024 * 1024, 'x')
  target.on('/long', ({ response }) => response.end(longBody))
  await run('/long', longResponses)
  await expect.poll(() => deciding).toBe(longResponses)
  const loadsBefore = loads
  await run('/later', 5)
  await expect.poll(() => loads).toBeGreaterThan(loadsBefore)
  expect([worker.inFlight, worker.waiting]).toEqual([longResponses, 5])

  decided.resolve()
  await expect.poll(ended).toBe(longResponses + 5)
  expect(target.callsOf('/later')).toHaveLength(5)
  await worker.stop(0)
  expect(errors).toEqual([])
})

it('no more calls are in flight than the memory for their requests allows, each counted with all its copies', async () => {
  const target = await startTarget()
  stopAfter(target.close)
  const { context, errors, close } = await createTestContext(url)
  stopAfter(close)
  const worker = createTestRunWorker(context)
  const accountIds = (await Promise.all([1, 2, 3].map(() => seedAccount(db)))).map(({ id }) => id)
  const accountOf = (at: number) => accountIds[at % accountIds.length] ?? ''
  const body = 'x'.repeat(longestRequest)
  const tasks = Array.from({ length: longRequests }, (_, at) => ({
    accountId: accountOf(at),
    uri: `${target.origin}/slow`,
    request: { method: 'PUT' as const, body },
    schedule: onDemand,
  }))
  const openResponses: (() => void)[] = []
  let isSlow = true
  target.on('/slow', ({ response }) => void (isSlow ? openResponses.push(() => response.end()) : response.end()))
  const taskIds = await seedTasks(db, tasks)
  worker.accept([
    await queueJob(
      context,
      taskIds.map((taskId, at) => ({ taskId, accountId: accountOf(at) })),
    ),
  ])
  await expect.poll(() => worker.inFlight + worker.waiting).toBe(longRequests)
  await expect.poll(() => openResponses.length).toBe(worker.inFlight)
  // Each account may have one beyond the others' share.
  expect(worker.inFlight).toBeLessThanOrEqual(32 + accountIds.length)

  isSlow = false
  for (const release of openResponses) release()
  await expect.poll(() => db.$count(executions, inArray(executions.taskId, taskIds))).toBe(longRequests)
  await expect.poll(() => worker.inFlight + worker.waiting).toBe(0)
  expect(target.callsOf('/slow')).toHaveLength(longRequests)
  await worker.stop(0)
  expect(errors).toEqual([])
})
