import { executionRollups } from '@knockwire/db/schema/executions'
import { schedulePauses, schedules } from '@knockwire/db/schema/tasks'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { TaskHealth } from '@knockwire/domain/tasks/task-health'
import { binOf, timeErrorPercent } from '@knockwire/domain/series/time-bins'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertRun } from '../../testing/rows/insert-run.ts'
import { get, makeTask, post } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { lastBadQuarter } from './health-queries.ts'

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
  expect(await healthOf(taskId)).toEqual({
    since: null,
    failing: null,
    lastOutage: null,
    uptimePercent: null,
    medianMs: null,
    p95Ms: null,
    recentRuns: [],
  })
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
    since: since.toISOString(),
    failing: {
      runs: 2,
      failures: 1,
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
    failures: 3,
    since: since.toISOString(),
    firstRunId: null,
    lastSuccess: null,
    failuresUntilDeactivation: null,
  })
})

const quarterMs = 15 * 60_000
const quarterOf = (atMs: number) => new Date(Math.floor(atMs / quarterMs) * quarterMs)
/** Counts a quarter of an hour as the executor does. */
const count = (
  taskId: string,
  atMs: number,
  counts: { runs: number; failures?: number; httpErrors?: number; times?: Uint8Array },
) =>
  test.db
    .insert(executionRollups)
    .values({ taskId, bucketAt: quarterOf(atMs), failures: 0, httpErrors: 0, times: new Uint8Array(), ...counts })

it('a task’s health says since when it is up: since the first good run after the last that failed or got an error', async () => {
  const taskId = await newTask()
  const dayMs = 86_400_000
  await count(taskId, test.clock.now() - 3 * dayMs, { runs: 15, failures: 2 })
  expect((await healthOf(taskId)).since).toBe(
    new Date(quarterOf(test.clock.now() - 3 * dayMs).getTime() + quarterMs).toISOString(),
  )
  await insert(taskId, answered)
  await insert(taskId, { ...answered, statusCode: 500 })
  await count(taskId, test.clock.now(), { runs: 3, httpErrors: 1 })
  await insert(taskId, { ...answered, trigger: 'TEST' })
  const startedAt = new Date(test.clock.now() + 1000)
  await insert(taskId, { ...answered, startedAt })
  await insert(taskId, { status: 'FAILED', errorCode: 'INCONCLUSIVE' })
  await insert(taskId, answered)
  expect((await healthOf(taskId)).since).toBe(startedAt.toISOString())
})

it('a task’s health says from when to when it failed last, over several runs, and not while it fails', async () => {
  const taskId = await newTask()
  await insert(taskId, answered)
  const startOf = async (outcome: Outcome) => {
    const startedAt = new Date(test.clock.now() + 1000)
    await insert(taskId, { ...outcome, startedAt })
    return startedAt.toISOString()
  }
  const from = await startOf({ ...answered, statusCode: 500 })
  await startOf({ status: 'FAILED', errorCode: 'INCONCLUSIVE' })
  await startOf({ ...answered, statusCode: 503 })
  await count(taskId, test.clock.now(), { runs: 3, httpErrors: 2 })
  const to = await startOf(answered)
  await insert(taskId, answered)
  expect((await healthOf(taskId)).lastOutage).toEqual({ from, to, statusCode: 503 })
  await test.db.update(schedules).set({ failingRuns: 1, failingSince: new Date() }).where(eq(schedules.taskId, taskId))
  expect((await healthOf(taskId)).lastOutage).toBeNull()
})

it('a task that never failed is up since its first run that was counted, and not up before one was', async () => {
  const taskId = await newTask()
  await count(taskId, test.clock.now() - quarterMs, { runs: 0 })
  expect((await healthOf(taskId)).since).toBeNull()
  const startedAt = new Date(test.clock.now() + 1000)
  await insert(taskId, { ...answered, startedAt })
  await count(taskId, startedAt.getTime(), { runs: 1 })
  expect((await healthOf(taskId)).since).toBe(startedAt.toISOString())
  const older = quarterOf(test.clock.now() - 40 * 86_400_000)
  await count(taskId, older.getTime(), { runs: 15 })
  expect((await healthOf(taskId)).since).toBe(older.toISOString())
})

it('a disabled task’s health says since when it is disabled', async () => {
  const taskId = await newTask()
  await post(ada, `/tasks/${taskId}/lifecycle/deactivate`)
  const [pause] = await test.db.select().from(schedulePauses).where(eq(schedulePauses.taskId, taskId))
  expect((await healthOf(taskId)).since).toBe(pause?.fromAt.toISOString())
})

it('a task’s health has the exact median and 95th percentile of 24 hours where the last 60 runs are all of them, and counts no test', async () => {
  const taskId = await newTask()
  const times = [101, 57, 40]
  for (const responseTimeMs of times) await insert(taskId, { ...answered, responseTimeMs })
  await insert(taskId, { ...answered, responseTimeMs: 9000, trigger: 'TEST' })
  const counted = { runs: 3, times: Uint8Array.from(times.map(binOf)) }
  await count(taskId, test.clock.now(), counted)
  expect(await healthOf(taskId)).toMatchObject({ uptimePercent: 100, medianMs: 57, p95Ms: 101 })
  await count(taskId, test.clock.now() - quarterMs, counted)
  const { medianMs } = await healthOf(taskId)
  expect(medianMs).not.toBe(57)
  expect(Math.abs((medianMs ?? 0) / 57 - 1) * 100).toBeLessThanOrEqual(timeErrorPercent)
})

it('a task’s health has its last 60 runs, the newest first', async () => {
  const taskId = await newTask()
  const ids: string[] = []
  for (let made = 0; made < 62; made += 1) ids.push(await insert(taskId, answered))
  expect((await healthOf(taskId)).recentRuns.map(({ id }) => id)).toEqual(ids.slice(2).toReversed())
})

it('a task is not up since a time that is still to come, where its last bad run is not in the history', async () => {
  const taskId = await newTask()
  await count(taskId, test.clock.now(), { runs: 3, failures: 1 })
  const { since } = await healthOf(taskId)
  expect(Date.parse(since ?? '')).toBeLessThanOrEqual(test.clock.now())
})

it('the last bad quarter of a task that never failed is found without reading its other counts', async () => {
  const taskId = await newTask()
  await test.db.execute(sql`
    insert into execution_rollups (task_id, bucket_at, runs, failures, http_errors, times)
    select ${taskId}, date_bin('15 minutes', now(), 'epoch') - quarter * interval '15 minutes', 15, 0, 0, ''
    from generate_series(1, 90 * 96) quarter`)
  const { rows } = await test.db.execute<{ 'QUERY PLAN': [{ Plan: unknown }] }>(
    sql`explain (analyze, format json) ${lastBadQuarter(test.db, taskId)}`,
  )
  const plan = JSON.stringify(rows[0]?.['QUERY PLAN'][0].Plan)
  expect(plan).toContain('"Index Name":"execution_rollups_bad"')
  expect(plan).not.toContain('"Rows Removed by Filter"')
})
