import { completions, executions } from '@knockwire/db/schema/executions'
import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { seedExecutions } from '../../testing/history.ts'
import { seedAccount, seedTask } from '../../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../../testing/test-executor.ts'
import { testConditions } from '../../testing/test-run-worker.ts'
import { startCompletions } from './start-completions.ts'

const { db, url, stopAfter } = await useTestDatabase()
const { context, close, errors } = await createTestContext(url)
stopAfter(close)

/** An execution whose completion has arrived so many milliseconds ago. */
const seedCompleted = async (ageMs: number) => {
  const { id: accountId } = await seedAccount(db)
  const taskId = await seedTask(db, { accountId, uri: 'https://example.com/' })
  const [executionId = ''] = await seedExecutions(db, { accountId, taskId, agesMs: [ageMs], status: 'WAITING' })
  await db.update(executions).set({ statusCode: 202 }).where(eq(executions.id, executionId))
  const at = new Date(Date.now() - ageMs)
  const completed = { receivedAt: at, hasFailed: false, body: Buffer.alloc(0), deadlineAt: at, checkAt: at }
  await db.insert(completions).values({ executionId, taskId, accountId, ...completed })
  return { executionId, taskId }
}
const statusOf = async (executionId: string) =>
  (await db.select().from(executions).where(eq(executions.id, executionId)))[0]?.status

it.each([
  ['a fault of ours', new TypeError('not a function')],
  [
    'what looks like an outage, again and again',
    new Error('Client has encountered a connection error and is not queryable'),
  ],
])('one that fails by %s keeps no other from ending, and is looked at later', async (_what, error) => {
  const failing = await seedCompleted(60_000)
  const other = await seedCompleted(30_000)
  let earlier: Awaited<ReturnType<typeof seedCompleted>> | undefined
  const { stop } = startCompletions(context, {
    conditions: testConditions({
      readWithin: async (_client, results) => {
        if (!results.some(({ taskId }) => taskId === failing.taskId)) return new Map()
        // Another is the first by the time at which it has failed.
        if (results.length === 1) earlier ??= await seedCompleted(90_000)
        throw error
      },
    }),
    secretValuesOf: async () => new Map(),
    onRecorded: () => {},
    onDeactivated: () => {},
  })
  onTestFinished(stop)
  await expect.poll(() => statusOf(other.executionId), { timeout: 20_000 }).toBe('SUCCEEDED')
  await expect.poll(() => statusOf(earlier?.executionId ?? ''), { timeout: 5000 }).toBe('SUCCEEDED')
  expect(await statusOf(failing.executionId)).toBe('WAITING')
  const [left] = await db.select().from(completions).where(eq(completions.executionId, failing.executionId))
  expect(left?.checkAt?.getTime()).toBeGreaterThan(Date.now())
  expect(errors).toContain(error)
})
