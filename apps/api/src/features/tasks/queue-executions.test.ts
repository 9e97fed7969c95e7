import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { queueExecutions, type ExecutionToQueue } from './queue-executions.ts'
import { executions } from '@knockwire/db/schema/executions'
import { schedules } from '@knockwire/db/schema/tasks'
import { insertTestTask } from '@knockwire/db/testing/insert-task'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const queue = (toQueue: ExecutionToQueue[]) =>
  database.db.transaction((tx) => queueExecutions(tx, toQueue, Date.parse('2026-03-01T10:00:00.250Z')))

const totalOf = async (taskId: string) => {
  const [row] = await database.db.select().from(schedules).where(eq(schedules.taskId, taskId))
  return row?.executionsTotal
}

const scheduledFor = new Date('2026-03-01T10:00:00Z')

it('queueExecutions inserts executions of several tasks and counts each on its schedule', async () => {
  const [one, other] = [await insertTestTask(database.db), await insertTestTask(database.db)]
  const later = new Date('2026-03-01T10:01:00Z')
  const queued = await queue([
    { ...one, trigger: 'SCHEDULE', scheduledFor },
    { ...one, trigger: 'SCHEDULE', scheduledFor: later },
    { ...other, trigger: 'SCHEDULE', scheduledFor },
  ])
  expect(queued.map(({ taskId }) => taskId)).toEqual([one.taskId, one.taskId, other.taskId])
  expect([await totalOf(one.taskId), await totalOf(other.taskId)]).toEqual([2, 1])
  const rows = await database.db
    .select()
    .from(executions)
    .where(eq(executions.taskId, one.taskId))
    .orderBy(executions.id)
  expect(rows.map(({ id }) => id)).toEqual(queued.slice(0, 2).map(({ id }) => id))
  expect(rows[1]).toMatchObject({
    ...one,
    status: 'QUEUED',
    trigger: 'SCHEDULE',
    scheduledFor: later,
    createdAt: new Date('2026-03-01T10:00:00.250Z'),
    startedAt: null,
    attempt: null,
  })
})

it('queueExecutions queues a scheduled time once, however often it is called, and counts it once', async () => {
  const task = await insertTestTask(database.db)
  const run: ExecutionToQueue = { ...task, trigger: 'SCHEDULE', scheduledFor }
  const answers = await Promise.all([queue([run]), queue([run]), queue([run, run])])
  expect(answers.flat()).toHaveLength(1)
  expect(await totalOf(task.taskId)).toBe(1)
})

it('queueExecutions queues any number of tests for one time', async () => {
  const task = await insertTestTask(database.db)
  const run: ExecutionToQueue = { ...task, trigger: 'TEST', scheduledFor }
  expect(await queue([run, run])).toHaveLength(2)
  expect(await totalOf(task.taskId)).toBe(2)
})

it('queueExecutions does nothing where nothing is to be queued', async () => {
  expect(await queue([])).toEqual([])
})
