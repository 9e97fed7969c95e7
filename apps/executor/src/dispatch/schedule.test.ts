import { executions } from '@knockwire/db/schema/executions'
import { schedules } from '@knockwire/db/schema/tasks'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { historyOf, scheduleOf, untilEnded, untilTime } from '../testing/history.ts'
import { seedAccount, seedTask } from '../testing/rows/seed.ts'
import { startTarget, type Target } from '../testing/peers/target.ts'
import { startTestExecutor, useTestDatabase } from '../testing/test-executor.ts'

const second = 1000
const minute = 60 * second

describe('schedules', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  let target: Target
  let accountId: string

  beforeAll(async () => {
    target = await startTarget()
    stopAfter(target.close)
    accountId = (await seedAccount(db)).id
    const executor = await startTestExecutor(url)
    stopAfter(executor.stop)
  })

  const dueAt = (epochMs: number) => new Date(epochMs)

  it('[SC-01, TH-01] runs an interval on its grid, counted from the activation', async () => {
    const anchor = Date.now() - 10 * minute + 300
    const due = anchor + 10 * minute
    const schedule = { intervalSecond: 60, anchorAt: dueAt(anchor), dueAt: dueAt(due) }
    const taskId = await seedTask(db, { accountId, uri: `${target.origin}/grid`, schedule })
    const [run] = await untilEnded(db, taskId)
    expect(run).toMatchObject({ status: 'SUCCEEDED', trigger: 'SCHEDULE', scheduledFor: dueAt(due) })
    expect(run?.startedAt?.getTime()).toBeGreaterThanOrEqual(due)
    expect((await scheduleOf(db, taskId)).dueAt).toEqual(dueAt(due + minute))
  })

  it('runs an overdue schedule once, at once, and then goes on along its grid', async () => {
    const anchor = Date.now() - 1000 * minute - 20 * second
    const missed = anchor + 900 * minute
    const schedule = { intervalSecond: 60, anchorAt: dueAt(anchor), dueAt: dueAt(missed) }
    const taskId = await seedTask(db, { accountId, uri: `${target.origin}/overdue`, schedule })
    const history = await untilEnded(db, taskId)
    expect(history.map(({ scheduledFor }) => scheduledFor)).toEqual([dueAt(missed)])
    expect(target.callsOf('/overdue')).toHaveLength(1)
    expect((await scheduleOf(db, taskId)).dueAt).toEqual(dueAt(anchor + 1001 * minute))
  })

  it('[SC-01] runs a cron expression in its timezone', async () => {
    const schedule = {
      mode: 'CUSTOM' as const,
      intervalSecond: null,
      expression: '30 4 * * *',
      timezone: 'Asia/Kathmandu',
    }
    const taskId = await seedTask(db, { accountId, uri: `${target.origin}/cron`, schedule })
    await untilEnded(db, taskId)
    const { dueAt: next } = await scheduleOf(db, taskId)
    // Kathmandu is 5:45 ahead of UTC all year.
    expect(next?.toISOString()).toMatch(/T22:45:00\.000Z$/)
    expect(next?.getTime()).toBeGreaterThan(Date.now())
  })

  it('[SC-01] runs a one-time schedule once, late after downtime too, and is then disabled as done', async () => {
    const epochSecond = Math.floor(Date.now() / 1000) - 3600
    const schedule = {
      mode: 'ONE_TIME' as const,
      intervalSecond: null,
      oneTimeModeEpochSecond: epochSecond,
      oneTimeModeTimezone: 'UTC',
      dueAt: dueAt(epochSecond * 1000),
    }
    const taskId = await seedTask(db, { accountId, uri: `${target.origin}/once`, schedule })
    await untilEnded(db, taskId)
    await expect
      .poll(() => scheduleOf(db, taskId))
      .toMatchObject({
        status: 'DISABLED',
        disabledReason: 'DONE',
        dueAt: null,
        inFlightExecutionId: null,
        executionsTotal: 1,
      })
    expect(target.callsOf('/once')).toHaveLength(1)
  })

  it('never overlaps: the next run waits for the last, and the times missed meanwhile are skipped', async () => {
    const releases: (() => void)[] = []
    target.on('/slow', ({ response }) => void releases.push(() => response.end('late')))
    const anchor = Date.now()
    const schedule = { intervalSecond: 1, anchorAt: dueAt(anchor), dueAt: dueAt(anchor) }
    const taskId = await seedTask(db, { accountId, uri: `${target.origin}/slow`, schedule })
    await expect.poll(() => releases.length).toBe(1)
    await untilTime(db, anchor + 3.5 * second)
    expect(releases).toHaveLength(1)
    target.on('/slow', ({ response }) => void response.end('fast'))
    releases[0]?.()
    const history = await untilEnded(db, taskId, 3)
    const [first, late, next = NaN] = history.map(({ scheduledFor }) => scheduledFor.getTime() - anchor)
    expect([first, late, next % second]).toEqual([0, second, 0])
    // After the late one was claimed, and not much after: how long it takes to record the first one is the machine's.
    const claimed = (history[1]?.createdAt.getTime() ?? NaN) - anchor
    expect(claimed).toBeGreaterThan(3.5 * second)
    expect(next).toBeGreaterThan(claimed)
    expect(next).toBeLessThan(claimed + 2 * second)
    await db.update(schedules).set({ status: 'DISABLED', dueAt: null }).where(eq(schedules.taskId, taskId))
  })

  it('lets a run end when its schedule is disabled meanwhile, and starts no other', async () => {
    let release = () => {}
    target.on('/disabled', ({ response }) => (release = () => void response.end('ended')))
    const taskId = await seedTask(db, { accountId, uri: `${target.origin}/disabled`, schedule: { intervalSecond: 1 } })
    await expect.poll(() => target.callsOf('/disabled').length).toBe(1)
    await db
      .update(schedules)
      .set({ status: 'DISABLED', disabledReason: 'USER', dueAt: null })
      .where(eq(schedules.taskId, taskId))
    release()
    const [run] = await untilEnded(db, taskId)
    expect(run?.status).toBe('SUCCEEDED')
    expect(await scheduleOf(db, taskId)).toMatchObject({
      status: 'DISABLED',
      disabledReason: 'USER',
      inFlightExecutionId: null,
    })
    expect(await historyOf(db, taskId)).toHaveLength(1)
  })

  it('records nothing twice for one task and time, and moves the schedule on', async () => {
    const due = dueAt(Date.now() - second)
    const taskId = await seedTask(db, {
      accountId,
      uri: `${target.origin}/twice`,
      schedule: { dueAt: due, anchorAt: due },
    })
    await untilEnded(db, taskId)
    await db.update(schedules).set({ dueAt: due }).where(eq(schedules.taskId, taskId))
    await expect.poll(async () => (await scheduleOf(db, taskId)).dueAt?.getTime()).toBe(due.getTime() + 3600 * second)
    expect(await scheduleOf(db, taskId)).toMatchObject({ executionsTotal: 1, inFlightExecutionId: null })
    expect(target.callsOf('/twice')).toHaveLength(1)
    expect(await db.select().from(executions).where(eq(executions.taskId, taskId))).toHaveLength(1)
  })
})
