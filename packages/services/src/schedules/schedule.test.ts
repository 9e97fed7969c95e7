import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import { eq, inArray } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dueChannel } from '@knockwire/db/channels'
import {
  activateSchedule,
  changeSchedule,
  disableSchedule,
  insertSchedule,
  oldestDueSeconds,
  resumeSchedulesOf,
  suspendSchedulesOf,
} from './schedule.ts'
import { executions } from '@knockwire/db/schema/executions'
import { schedules } from '@knockwire/db/schema/tasks'
import { insertTestTask } from '@knockwire/db/testing/insert-task'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { uuidv7 } from '@knockwire/db/uuidv7'

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

it('activating starts the count of failures from 0 and wakes dispatch with the time', async () => {
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

it('a schedule that is inserted is disabled, with the times of its own', async () => {
  const { taskId, accountId } = await insertTestTask(database.db)
  await database.db.delete(schedules).where(eq(schedules.taskId, taskId))
  const scheduler = { ...defaultScheduler, intervalSecond: 300 }
  await database.db.transaction((tx) => insertSchedule(tx, { taskId, accountId, scheduler }))
  expect(await rowOf(taskId)).toMatchObject({ taskId, accountId, intervalSecond: 300, status: 'DISABLED', dueAt: null })
})

it('a change with times moves them and wakes dispatch, unless no time is left', async () => {
  const [{ taskId }, { taskId: ended }] = [await insertTestTask(database.db), await insertTestTask(database.db)]
  const times = { anchorAt, dueAt: new Date('2026-03-01T11:00:00Z') }
  await database.db.transaction((tx) => changeSchedule(tx, taskId, defaultScheduler, times))
  expect(await rowOf(taskId)).toMatchObject(times)
  const before = await heardSoFar()
  expect(before).toContain(String(times.dueAt.getTime()))
  await database.db.transaction((tx) => changeSchedule(tx, ended, defaultScheduler, { anchorAt, dueAt: null }))
  expect(await rowOf(ended)).toMatchObject({ anchorAt, dueAt: null })
  expect(await heardSoFar()).toEqual(before)
})

type Transaction = Parameters<Parameters<TestDatabase['db']['transaction']>[0]>[0]

/** A run of a schedule that dispatch has claimed, with how many there were. */
const claim = async (status: 'QUEUED' | 'RUNNING', inMs: number) => {
  const task = await insertTestTask(database.db)
  const id = uuidv7()
  const scheduledFor = new Date(Date.now() + inMs)
  await database.db
    .insert(executions)
    .values({ id, ...task, trigger: 'SCHEDULE', status, scheduledFor, createdAt: new Date() })
  await database.db
    .update(schedules)
    .set({ inFlightExecutionId: id, executionsTotal: 5 })
    .where(eq(schedules.taskId, task.taskId))
  return { taskId: task.taskId, id }
}
const after = async (taskId: string, id: string, change: (tx: Transaction) => Promise<void>) => {
  await database.db.transaction(change)
  const row = await rowOf(taskId)
  return [
    row?.inFlightExecutionId === id,
    row?.executionsTotal,
    await database.db.$count(executions, eq(executions.id, id)),
  ]
}
const hourMs = 3_600_000

it.each<[string, (tx: Transaction, taskId: string) => Promise<void>]>([
  ['activating', (tx, taskId) => activateSchedule(tx, taskId, { anchorAt, dueAt })],
  ['moving', (tx, taskId) => changeSchedule(tx, taskId, defaultScheduler, { anchorAt, dueAt })],
])('%s takes a run back that was claimed ahead of its time, and no other', async (_what, change) => {
  const claimed = await claim('QUEUED', hourMs)
  expect(await after(claimed.taskId, claimed.id, (tx) => change(tx, claimed.taskId))).toEqual([false, 4, 0])
  const due = await claim('QUEUED', -hourMs)
  expect(await after(due.taskId, due.id, (tx) => change(tx, due.taskId))).toEqual([true, 5, 1])
  const running = await claim('RUNNING', hourMs)
  expect(await after(running.taskId, running.id, (tx) => change(tx, running.taskId))).toEqual([true, 5, 1])
})

it('disabling cancels a queued run, even one that is long due, and none that is in flight', async () => {
  for (const inMs of [hourMs, -hourMs]) {
    const { taskId, id } = await claim('QUEUED', inMs)
    expect(await after(taskId, id, (tx) => disableSchedule(tx, taskId, 'USER'))).toEqual([false, 4, 0])
  }
  const running = await claim('RUNNING', -hourMs)
  expect(await after(running.taskId, running.id, (tx) => disableSchedule(tx, running.taskId, 'USER'))).toEqual([
    true,
    5,
    1,
  ])
})

it('disabling leaves a run whose start is being written, and does not wait for it', async () => {
  const { taskId, id } = await claim('QUEUED', -hourMs)
  await database.db.transaction(async (starting) => {
    await starting.update(executions).set({ status: 'RUNNING' }).where(eq(executions.id, id))
    await database.db.transaction((tx) => disableSchedule(tx, taskId, 'USER'))
  })
  expect(await rowOf(taskId)).toMatchObject({ status: 'DISABLED', inFlightExecutionId: id })
})

it('a change that moves no time leaves a run that was claimed', async () => {
  const { taskId, id } = await claim('QUEUED', hourMs)
  expect(await after(taskId, id, (tx) => changeSchedule(tx, taskId, defaultScheduler, null))).toEqual([true, 5, 1])
})

it('after a suspension a schedule goes on from its next time, and one whose only time has passed is off', async () => {
  const [repeated, once, other] = [
    await insertTestTask(database.db),
    await insertTestTask(database.db),
    await insertTestTask(database.db),
  ]
  const ofOneAccount = { accountId: repeated.accountId }
  const tasksOfIt = [repeated.taskId, once.taskId]
  await database.db.update(schedules).set(ofOneAccount).where(inArray(schedules.taskId, tasksOfIt))
  await database.db.update(schedules).set({ mode: 'ONE_TIME' }).where(eq(schedules.taskId, once.taskId))
  for (const { taskId } of [repeated, once, other])
    await database.db.transaction((tx) => activateSchedule(tx, taskId, { anchorAt, dueAt }))
  await database.db.transaction((tx) => suspendSchedulesOf(tx, repeated.accountId))
  for (const taskId of tasksOfIt)
    expect(await rowOf(taskId)).toMatchObject({ status: 'DISABLED', disabledReason: 'SUSPENDED', dueAt: null })

  const next = new Date('2026-03-02T10:00:00Z')
  const timesFrom = ({ mode }: { mode: string }) => ({ anchorAt, dueAt: mode === 'ONE_TIME' ? null : next })
  await database.db.transaction((tx) => resumeSchedulesOf(tx, repeated.accountId, timesFrom))
  expect(await rowOf(repeated.taskId)).toMatchObject({ status: 'ACTIVE', disabledReason: null, dueAt: next })
  expect(await rowOf(once.taskId)).toMatchObject({ status: 'DISABLED', disabledReason: 'USER', dueAt: null })
  expect(await rowOf(other.taskId)).toMatchObject({ status: 'ACTIVE', dueAt })
})

it('the oldest due task is the one whose time is longest past and that is not in flight', async () => {
  await database.db.update(schedules).set({ dueAt: null })
  expect(await oldestDueSeconds(database.db)).toBe(0)
  const dueIn = async (seconds: number, inFlightExecutionId: string | null = null) => {
    const { taskId } = await insertTestTask(database.db)
    const at = new Date(Date.now() + seconds * 1000)
    await database.db.update(schedules).set({ dueAt: at, inFlightExecutionId }).where(eq(schedules.taskId, taskId))
  }
  await dueIn(3600)
  await dueIn(-7200, uuidv7())
  expect(await oldestDueSeconds(database.db)).toBe(0)
  await dueIn(-600)
  await dueIn(-3600)
  expect(Math.abs((await oldestDueSeconds(database.db)) - 3600)).toBeLessThan(60)
})
