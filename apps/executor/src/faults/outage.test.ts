import { describe, expect, it } from 'vitest'
import { startExecutorProcess } from '../testing/executor-process.ts'
import { historyOf, scheduleOf, untilEnded } from '../testing/history.ts'
import { seedAccount, seedTask } from '../testing/rows/seed.ts'
import { startTarget } from '../testing/peers/target.ts'
import { useTestDatabase } from '../testing/test-executor.ts'
import { watchInvariants } from '../testing/watch-invariants.ts'

const minute = 60_000
const takeoverMs = 120_000

describe('an outage of an hour', async () => {
  const { db, pool, url, stopAfter } = await useTestDatabase()
  const target = await startTarget()
  stopAfter(target.close)
  const invariants = await watchInvariants(pool, target, 60 * minute)

  /** Moves everything that the database knows of a time an hour into the past, as if nothing had run since. */
  const passAnHour = () =>
    pool.query(`
      alter table schedules disable trigger noted_change;
      update schedules set anchor_at = anchor_at - interval '1 h', due_at = due_at - interval '1 h';
      update noted.changes set at = at - interval '1 h', anchor_at = anchor_at - interval '1 h';
      update executions set scheduled_for = scheduled_for - interval '1 h', created_at = created_at - interval '1 h',
        started_at = started_at - interval '1 h';
      update pgboss.job set created_on = created_on - interval '1 h', start_after = start_after - interval '1 h',
        started_on = started_on - interval '1 h', heartbeat_on = heartbeat_on - interval '1 h';
      alter table schedules enable trigger noted_change`)

  it('loses no call that was in flight, and makes one run for all that fell due meanwhile', async () => {
    const { id: accountId } = await seedAccount(db)
    target.on('/under-way', () => {})
    const seed = (
      path: string,
      schedule: NonNullable<Parameters<typeof seedTask>[1]['schedule']>,
      method: 'GET' | 'POST' = 'GET',
    ) => seedTask(db, { accountId, uri: target.origin + path, schedule, request: { method } })
    const now = new Date()
    const later = new Date(now.getTime() + 10 * minute)
    // Two of its times pass unnoticed beside the one that is made late.
    const every = { intervalSecond: 1200, anchorAt: now, dueAt: now }
    const inFlight = await seed('/under-way', every)
    const posted = await seed('/under-way', every, 'POST')
    const waiting = await seed('/waiting', { intervalSecond: 1200, anchorAt: later, dueAt: later })
    const onceAt = Math.floor(now.getTime() / 1000) - 1800
    const once = await seed('/once', {
      mode: 'ONE_TIME',
      intervalSecond: null,
      oneTimeModeEpochSecond: onceAt,
      anchorAt: null,
      dueAt: new Date((onceAt + 3600) * 1000),
    })
    const first = await startExecutorProcess(url)
    stopAfter(first.kill)
    await expect.poll(() => target.callsOf('/under-way').length).toBe(2)
    await first.kill()
    await passAnHour()

    target.on('/under-way', ({ response }) => response.end('ok'))
    const second = await startExecutorProcess(url)
    stopAfter(second.kill)
    expect(await untilEnded(db, inFlight, 2, takeoverMs)).toMatchObject([
      { status: 'SUCCEEDED' },
      { status: 'SUCCEEDED' },
    ])
    expect(await untilEnded(db, posted, 2, takeoverMs)).toMatchObject([
      { status: 'FAILED', errorCode: 'INTERRUPTED' },
      { status: 'SUCCEEDED' },
    ])
    expect(await untilEnded(db, waiting)).toMatchObject([{ scheduledFor: new Date(later.getTime() - 60 * minute) }])
    expect(await untilEnded(db, once)).toMatchObject([{ scheduledFor: new Date(onceAt * 1000) }])
    for (const taskId of [inFlight, posted, waiting]) {
      const { dueAt, anchorAt } = await scheduleOf(db, taskId)
      expect(((dueAt?.getTime() ?? NaN) - (anchorAt?.getTime() ?? NaN)) % (20 * minute)).toBe(0)
      expect(dueAt?.getTime()).toBeGreaterThan(now.getTime())
    }
    expect(await scheduleOf(db, once)).toMatchObject({ status: 'DISABLED', dueAt: null })
    expect(await historyOf(db, once)).toHaveLength(1)
    await expect.poll(invariants.jobsLeft).toBe(0)
    expect(await invariants.check()).toEqual([])
  })
})
