import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dueChannel } from '@knockwire/db/channels'
import { activateSchedule, changeSchedule, disableSchedule } from './schedule.ts'
import { schedules } from '@knockwire/db/schema/tasks'
import { insertTestTask } from '@knockwire/db/testing/insert-task'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'

let database: TestDatabase
let listener: pg.Client
const heard: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  listener = new pg.Client({ connectionString: database.url })
  await listener.connect()
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await listener.query(`listen ${dueChannel}`)
})
afterAll(async () => {
  await listener.end()
  await database.close()
})

const rowOf = async (taskId: string) => {
  const [row] = await database.db.select().from(schedules).where(eq(schedules.taskId, taskId))
  return row
}

const anchorAt = new Date('2026-03-01T10:00:00Z')
const dueAt = new Date('2026-03-01T10:30:00Z')

/** Notifications arrive in the order of their commits, so whatever was sent before this one has been heard. */
const heardSoFar = async () => {
  const mark = `mark ${heard.length}`
  await database.pool.query('select pg_notify($1, $2)', [dueChannel, mark])
  await expect.poll(() => heard.at(-1)).toBe(mark)
  return heard.filter((payload) => !payload.startsWith('mark'))
}

it('a new schedule is disabled, and nobody has disabled it', async () => {
  const { taskId } = await insertTestTask(database.db)
  expect(await rowOf(taskId)).toMatchObject({
    ...defaultScheduler,
    status: 'DISABLED',
    disabledReason: null,
    dueAt: null,
  })
})

it('activating starts the count of failures anew and wakes dispatch with the time', async () => {
  const { taskId } = await insertTestTask(database.db)
  await database.db
    .update(schedules)
    .set({ consecutiveFailures: 3, disabledReason: 'FAILURES' })
    .where(eq(schedules.taskId, taskId))
  await database.db.transaction((tx) => activateSchedule(tx, taskId, { anchorAt, dueAt }))
  expect(await rowOf(taskId)).toMatchObject({
    status: 'ACTIVE',
    disabledReason: null,
    consecutiveFailures: 0,
    anchorAt,
    dueAt,
  })
  expect(await heardSoFar()).toContain(String(dueAt.getTime()))
})

it('disabling leaves no due time and keeps a run in flight', async () => {
  const { taskId, accountId } = await insertTestTask(database.db)
  await database.db.transaction((tx) => activateSchedule(tx, taskId, { anchorAt, dueAt }))
  await database.db.update(schedules).set({ inFlightExecutionId: accountId }).where(eq(schedules.taskId, taskId))
  await database.db.transaction((tx) => disableSchedule(tx, taskId, 'USER'))
  expect(await rowOf(taskId)).toMatchObject({
    status: 'DISABLED',
    disabledReason: 'USER',
    dueAt: null,
    inFlightExecutionId: accountId,
  })
})

it('a change without times moves none and wakes nobody', async () => {
  const { taskId } = await insertTestTask(database.db)
  await database.db.transaction((tx) => activateSchedule(tx, taskId, { anchorAt, dueAt }))
  const before = await heardSoFar()
  const scheduler = { ...defaultScheduler, intervalSecond: 60 }
  await database.db.transaction((tx) => changeSchedule(tx, taskId, scheduler, null))
  expect(await rowOf(taskId)).toMatchObject({ intervalSecond: 60, anchorAt, dueAt })
  expect(await heardSoFar()).toEqual(before)
})

it('a change that is rolled back is not heard', async () => {
  const { taskId } = await insertTestTask(database.db)
  const before = await heardSoFar()
  const rejected = database.db.transaction(async (tx) => {
    await activateSchedule(tx, taskId, { anchorAt, dueAt })
    throw new Error('refused')
  })
  await expect(rejected).rejects.toThrow('refused')
  expect(await heardSoFar()).toEqual(before)
})
