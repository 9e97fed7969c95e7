import { executionRollups } from '@knockwire/db/schema/executions'
import { schedules } from '@knockwire/db/schema/tasks'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { TaskHealth } from '@knockwire/domain/tasks/task-health'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertRun } from '../../testing/insert-run.ts'
import { get, makeTask } from '../../testing/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

const newTask = async () => (await makeTask(ada, { scheduler: { intervalSecond: 60 } })).id

type Outcome = NonNullable<Parameters<typeof insertRun>[2]>
const answered: Outcome = { status: 'SUCCEEDED', statusCode: 200, responseTimeMs: 40 }
/** A run of now. */
const insert = (taskId: string, outcome: Outcome) => {
  const startedAt = new Date(test.clock.now() + 1000)
  return insertRun(test, { taskId, accountId: ada.accountId }, { startedAt, ...outcome })
}

const healthOf = async (taskId: string): Promise<TaskHealth> => (await get(ada, `/tasks/${taskId}/health`)).json()

it('a task’s health says since when it fails and how often in a row, its uptime of 24 hours, and its last runs', async () => {
  const taskId = await newTask()
  expect(await healthOf(taskId)).toEqual({ failing: null, uptimePercent: null, recentRuns: [] })
  await test.db.insert(executionRollups).values({
    taskId,
    bucketAt: new Date(test.clock.now() - 3_600_000),
    runs: 10,
    failures: 1,
    httpErrors: 1,
    times: new Uint8Array(),
  })
  const successId = await insert(taskId, answered)
  const firstRunId = await insert(taskId, { ...answered, statusCode: 503 })
  const since = new Date(test.clock.now())
  await insert(taskId, { ...answered, trigger: 'TEST' })
  const newestId = await insert(taskId, { status: 'FAILED', errorCode: 'TIMEOUT' })
  await test.db
    .update(schedules)
    .set({ failingRuns: 2, failingSince: since, consecutiveFailures: 1 })
    .where(eq(schedules.taskId, taskId))
  expect(await healthOf(taskId)).toMatchObject({
    failing: {
      runs: 2,
      since: since.toISOString(),
      firstRunId,
      lastSuccess: { id: successId, at: new Date(since.getTime() - 1000).toISOString() },
      failuresUntilDeactivation: 2,
    },
    uptimePercent: 80,
    recentRuns: [{ id: newestId }, {}, { id: firstRunId }, { id: successId }],
  })
})

it('a task’s health finds the first failure where its id is ahead of its start, since the process had made ids of a later time', async () => {
  const taskId = await newTask()
  uuidv7(test.clock.now() + 5000)
  const firstRunId = await insert(taskId, { status: 'FAILED', errorCode: 'TIMEOUT' })
  await test.db
    .update(schedules)
    .set({ failingRuns: 1, failingSince: new Date(test.clock.now()), consecutiveFailures: 1 })
    .where(eq(schedules.taskId, taskId))
  expect((await healthOf(taskId)).failing).toMatchObject({ firstRunId })
})

it('a task’s health does not know the first failure and the last success where the history no longer holds them, nor how many failures are left to a disabled task', async () => {
  const taskId = await newTask()
  await insert(taskId, { status: 'FAILED', errorCode: 'TIMEOUT' })
  const since = new Date(test.clock.now() - 86_400_000)
  await test.db
    .update(schedules)
    .set({ failingRuns: 3, failingSince: since, consecutiveFailures: 3, status: 'DISABLED' })
    .where(eq(schedules.taskId, taskId))
  expect((await healthOf(taskId)).failing).toEqual({
    runs: 3,
    since: since.toISOString(),
    firstRunId: null,
    lastSuccess: null,
    failuresUntilDeactivation: null,
  })
})
