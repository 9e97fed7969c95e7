import { executions } from '@knockwire/db/schema/executions'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onDemand } from '../testing/run-now.ts'
import { seedAccount, seedTasks } from '../testing/rows/seed.ts'
import { startTarget } from '../testing/peers/target.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { createTestRunWorker, queueJob, tamperWith, testConditions } from '../testing/test-run-worker.ts'

const { db, url, stopAfter } = await useTestDatabase()
const target = await startTarget()
stopAfter(target.close)
const { context, errors, close } = await createTestContext(url)
stopAfter(close)

const longestRequest = 262_144
/** What starts and results are capped to, and the item that exceeds it. */
const mostRequests = (4 * 1024 * 1024) / longestRequest + 1

/** Tasks of three accounts: one alone may not have so many calls in flight. */
const makeTasks = async (path: string, count: number, body: string | null) => {
  const accountIds = (await Promise.all([1, 2, 3].map(() => seedAccount(db)))).map(({ id }) => id)
  const accountOf = (at: number) => accountIds[at % accountIds.length] ?? ''
  const tasks = Array.from({ length: count }, (_, at) => ({
    accountId: accountOf(at),
    uri: target.origin + path,
    request: body === null ? {} : { method: 'PUT' as const, body },
    schedule: onDemand,
  }))
  return (await seedTasks(db, tasks)).map((taskId, at) => ({ taskId, accountId: accountOf(at) }))
}
const succeeded = () => db.$count(executions, eq(executions.status, 'SUCCEEDED'))

it('starts of runs with long requests are written in groups of few', async () => {
  const groups: number[] = []
  const watched = tamperWith(context, 'start_executions', {
    before: ({ values }) => void groups.push(String(values?.[0]).split(',').length),
  })
  const worker = createTestRunWorker(watched)
  const before = await succeeded()
  const tasks = await makeTasks('/starts', 24, 'x'.repeat(longestRequest))
  worker.accept([await queueJob(context, tasks)])
  await expect.poll(succeeded, { timeout: 20_000 }).toBe(before + tasks.length)
  expect(groups.reduce((sum, count) => sum + count, 0)).toBe(tasks.length)
  expect(Math.max(...groups)).toBeLessThanOrEqual(mostRequests)
  await worker.stop(0)
  expect(errors).toEqual([])
})

/** Ends all the runs at once, and gives what each statement that recorded them held of bodies and of requests. */
const recordAtOnce = async (path: string, count: number, body: string | null) => {
  const decided = Promise.withResolvers<void>()
  let deciding = 0
  const read = async () => {
    deciding += 1
    await decided.promise
    return null
  }
  const groups: { bodies: number; requests: number }[] = []
  const watched = tamperWith(context, 'write_endings', {
    before: ({ values = [] }) => {
      const bodies = values.find((value) => Buffer.isBuffer(value))
      const texts = values.filter((value) => typeof value === 'string').map(({ length }) => length)
      groups.push({ bodies: bodies?.length ?? 0, requests: Math.max(...texts) })
    },
  })
  const worker = createTestRunWorker(watched, { conditions: testConditions({ read }) })
  const before = await succeeded()
  worker.accept([await queueJob(context, await makeTasks(path, count, body))])
  await expect.poll(() => deciding, { timeout: 20_000 }).toBe(count)
  decided.resolve()
  await expect.poll(succeeded, { timeout: 20_000 }).toBe(before + count)
  await worker.stop(0)
  expect(errors).toEqual([])
  return groups
}

it('results with long requests are recorded in groups of few, at two bytes a character', async () => {
  const groups = await recordAtOnce('/requests', 20, 'x'.repeat(longestRequest))
  const requests = groups.map((group) => group.requests)
  expect(requests.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(20 * longestRequest)
  expect(Math.max(...requests)).toBeLessThan(2.5 * 1024 * 1024)
})

it('results with long responses are recorded in groups of few', async () => {
  const longBody = Buffer.alloc(1024 * 1024, 'x')
  target.on('/responses', ({ response }) => response.end(longBody))
  const bodies = (await recordAtOnce('/responses', 16, null)).map((group) => group.bodies)
  expect(bodies.reduce((sum, length) => sum + length, 0)).toBe(16 * longBody.length)
  expect(Math.max(...bodies)).toBeLessThanOrEqual(4 * 1024 * 1024 + longBody.length)
})
