import { accounts } from '@knockwire/db/schema/accounts'
import { deliveries, notifications } from '@knockwire/db/schema/notifications'
import { devOutbox } from '@knockwire/db/schema/outbox'
import { heartbeatChanges, heartbeats, heartbeatSignals } from '@knockwire/db/schema/receivers'
import { inTransaction } from '@knockwire/db/transaction'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliveriesOf } from '../testing/rows/seed.ts'
import { ago, overdue, seedHeartbeat } from '../testing/rows/seed-heartbeat.ts'
import { createTestContext, startTestExecutor, type TestExecutor, useTestDatabase } from '../testing/test-executor.ts'
import { createOldChangesDeletion } from '../maintenance/delete-expired.ts'
import { takeHeartbeats } from './take-heartbeats.ts'

const { db, url, pool, stopAfter } = await useTestDatabase()

const { context, close } = await createTestContext(url)
stopAfter(close)
const takeAll = async () => {
  for (;;) if ((await takeHeartbeats(context, 200)).claimed === 0) return
}
const occasionsOf = async (notificationId: string) =>
  (await deliveriesOf(db, notificationId)).map(({ occasion }) => occasion)

describe('a turn', () => {
  it('makes the alert of a heartbeat whose signal is missing, and its recovery with the next signal', async () => {
    const heartbeat = await seedHeartbeat(db, overdue())
    const id = await heartbeat.watch()
    await takeAll()
    expect(await heartbeat.changed()).toEqual(['DOWN SILENT'])
    expect(await heartbeat.row()).toMatchObject({ state: 'DOWN', checkAt: null })
    expect(await occasionsOf(id)).toEqual(['HOLDS'])
    await heartbeat.signal({})
    await takeAll()
    expect(await heartbeat.changed()).toEqual(['DOWN SILENT', 'UP SIGNAL'])
    expect(await occasionsOf(id)).toEqual(['HOLDS', 'RECOVERED'])
    expect(await heartbeat.row()).toMatchObject({ state: 'UP', isSettled: true, failures: 0 })
  })

  it('looks at once at a heartbeat of which a notification has changed', async () => {
    const heartbeat = await seedHeartbeat(db, { ...overdue(), checkAt: null })
    await inTransaction(pool, async (client) => {
      await client.query('update notifications set muted_until = null where id = $1', [await heartbeat.watch()])
      const sql = `select check_at < now() - interval '1 s' as "isDue" from heartbeats where receiver_id = $1`
      expect((await client.query(sql, [heartbeat.receiverId])).rows).toEqual([{ isDue: true }])
    })
    await takeAll()
    expect(await heartbeat.changed()).toEqual(['DOWN SILENT'])
  })

  it('waits for as many missing signals in a row as a notification asks for, and as many signals for its recovery', async () => {
    const heartbeat = await seedHeartbeat(db, {
      ...overdue(),
      expectedAt: ago(100),
      expectedBy: ago(90),
      checkAt: ago(90),
    })
    const id = await heartbeat.watch({ afterInARow: 3, recoverAfterInARow: 2 })
    await takeAll()
    expect(await occasionsOf(id)).toEqual([])
    const { expectedBy, checkAt, failures } = await heartbeat.row()
    expect([failures, checkAt]).toEqual([2, expectedBy])
    const past = { expectedAt: ago(40), expectedBy: ago(1), checkAt: ago(1) }
    await db.update(heartbeats).set(past).where(eq(heartbeats.receiverId, heartbeat.receiverId))
    await takeAll()
    expect(await occasionsOf(id)).toEqual(['HOLDS'])
    await heartbeat.signal({})
    await takeAll()
    expect([await heartbeat.changed(), (await heartbeat.row()).isSettled]).toEqual([
      ['DOWN SILENT', 'UP SIGNAL'],
      false,
    ])
    expect(await occasionsOf(id)).toEqual(['HOLDS'])
    await heartbeat.signal({})
    await takeAll()
    expect(await occasionsOf(id)).toEqual(['HOLDS', 'RECOVERED'])
    expect((await heartbeat.row()).isSettled).toBe(true)
  })

  it('notifies of lateness those who ask for it, and of nothing when the signal comes within its grace', async () => {
    const late = { ...overdue(), expectedAt: ago(1), expectedBy: ago(-60), checkAt: ago(1) }
    const heartbeat = await seedHeartbeat(db, late)
    const [id, other] = [await heartbeat.watch({ notifyWhenLate: true }), await heartbeat.watch()]
    await takeAll()
    await heartbeat.signal({})
    await takeAll()
    expect(await heartbeat.changed()).toEqual(['LATE LATE', 'UP SIGNAL'])
    expect([await occasionsOf(id), await occasionsOf(other)]).toEqual([['HOLDS'], []])
  })

  it('notifies of no lateness beside the alert that it is down, where it finds both at once', async () => {
    const heartbeat = await seedHeartbeat(db, overdue())
    const [id, patient] = [
      await heartbeat.watch({ notifyWhenLate: true }),
      await heartbeat.watch({ notifyWhenLate: true, afterInARow: 3 }),
    ]
    await takeAll()
    expect(await heartbeat.changed()).toEqual(['LATE LATE', 'DOWN SILENT'])
    const statesOf = async (notificationId: string) =>
      (await db.select().from(deliveries).where(eq(deliveries.notificationId, notificationId))).map(
        ({ verdict }) => verdict?.words?.state,
      )
    expect([await statesOf(id), await statesOf(patient)]).toEqual([['Down'], ['Late']])
  })

  it('alerts again of a heartbeat that is down after a pause, and sends one recovery', async () => {
    const heartbeat = await seedHeartbeat(db, overdue())
    const [id, patient] = [await heartbeat.watch(), await heartbeat.watch({ recoverAfterInARow: 2 })]
    await takeAll()
    // Its receiver was deactivated and activated again, and no signal has come since.
    const resumed = {
      state: 'NEW',
      since: ago(50),
      expectedAt: ago(10),
      expectedBy: ago(1),
      checkAt: ago(1),
      failures: 0,
    } as const
    await db.update(heartbeats).set(resumed).where(eq(heartbeats.receiverId, heartbeat.receiverId))
    await takeAll()
    expect([await occasionsOf(id), await occasionsOf(patient)]).toEqual([
      ['HOLDS', 'HOLDS'],
      ['HOLDS', 'HOLDS'],
    ])
    // One success is no recovery to the second, and so the next failure no other alert.
    await heartbeat.signal({}, { kind: 'FAIL' }, {}, {})
    await takeAll()
    expect(await occasionsOf(id)).toEqual(['HOLDS', 'HOLDS', 'RECOVERED', 'HOLDS', 'RECOVERED'])
    expect(await occasionsOf(patient)).toEqual(['HOLDS', 'HOLDS', 'RECOVERED'])
  })

  it('takes signals in the order of their commits: a failure between two successes is an alert and a recovery', async () => {
    const heartbeat = await seedHeartbeat(db)
    const id = await heartbeat.watch()
    await heartbeat.signal({}, { kind: 'FAIL', exitCode: 3 }, {})
    await takeAll()
    expect(await heartbeat.changed()).toEqual(['UP SIGNAL', 'DOWN FAILED', 'UP SIGNAL'])
    expect(await occasionsOf(id)).toEqual(['HOLDS', 'RECOVERED'])
    expect(await db.$count(heartbeatSignals, eq(heartbeatSignals.receiverId, heartbeat.receiverId))).toBe(0)
  })

  it('a signal that came in time is no alert, though it is taken after the grace is over', async () => {
    const heartbeat = await seedHeartbeat(db, { ...overdue(), isSettled: false })
    const id = await heartbeat.watch()
    await heartbeat.signal({ at: ago(31) })
    await takeAll()
    expect([await heartbeat.changed(), await occasionsOf(id)]).toEqual([[], []])
    expect((await heartbeat.row()).state).toBe('UP')
  })

  it('goes by the expectation as it is when the row is locked, not as it was when it fell due', async () => {
    const heartbeat = await seedHeartbeat(db, overdue())
    const id = await heartbeat.watch()
    await inTransaction(pool, async (client) => {
      await client.query('select from heartbeats where receiver_id = $1 for update', [heartbeat.receiverId])
      // An edit in progress: the turn passes over what it has locked.
      await takeAll()
      await client.query(
        `update heartbeats set expected_at = now() + interval '1 hour', expected_by = now() + interval '1 hour',
          check_at = now() + interval '1 hour' where receiver_id = $1`,
        [heartbeat.receiverId],
      )
    })
    await takeAll()
    expect([await heartbeat.changed(), await occasionsOf(id)]).toEqual([[], []])
  })

  it('leaves a heartbeat of which a notification is being edited for later, and waits for nobody', async () => {
    const [heartbeat, other] = [await seedHeartbeat(db, overdue()), await seedHeartbeat(db, overdue())]
    const id = await heartbeat.watch()
    await inTransaction(pool, async (client) => {
      await client.query('select from notifications where id = $1 for update', [id])
      expect(await takeHeartbeats(context, 200)).toMatchObject({ claimed: 2, postponed: 1 })
    })
    expect([await heartbeat.changed(), await other.changed()]).toEqual([[], ['DOWN SILENT']])
    await takeAll()
    expect(await occasionsOf(id)).toEqual(['HOLDS'])
  })

  it('takes the others where one cannot be taken, and looks at that one later', async () => {
    const broken = { ...overdue(), checkAt: ago(31), expectation: { activeHours: {} as never } }
    const [unreadable, other] = [await seedHeartbeat(db, broken), await seedHeartbeat(db, overdue())]
    expect(await takeHeartbeats(context, 200)).toMatchObject({ claimed: 2 })
    expect([await unreadable.changed(), await other.changed()]).toEqual([[], ['DOWN SILENT']])
    expect((await unreadable.row()).checkAt?.getTime()).toBeGreaterThan(Date.now() + 50_000)
    await db.delete(heartbeats).where(eq(heartbeats.receiverId, unreadable.receiverId))
  })

  it('expects nothing of an account that is suspended, and a whole period once it is no longer', async () => {
    const heartbeat = await seedHeartbeat(db, overdue())
    const id = await heartbeat.watch()
    await db.update(accounts).set({ suspendedAt: new Date() }).where(eq(accounts.id, heartbeat.accountId))
    await takeAll()
    const { state, expectedAt } = await heartbeat.row()
    expect([state, await heartbeat.changed(), await occasionsOf(id)]).toEqual(['UP', [], []])
    expect((expectedAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(50_000)
  })

  it('sends the alert that was withheld soon after the mute is over, as long as it is down, and no second one', async () => {
    const daily = { everySeconds: 86_400, graceSeconds: 10 }
    const [heartbeat, recovered] = [
      await seedHeartbeat(db, { ...overdue(), expectation: daily }),
      await seedHeartbeat(db, { ...overdue(), expectation: daily }),
    ]
    const [id, other] = [await heartbeat.watch(), await recovered.watch()]
    const mute = (mutedUntil: 'infinity' | null) =>
      db
        .update(notifications)
        .set({ mutedUntil })
        .where(inArray(notifications.id, [id, other]))
    await mute('infinity')
    await takeAll()
    // The next signal would be missing a day later.
    expect((await heartbeat.row()).checkAt?.getTime()).toBeLessThanOrEqual(Date.now() + 61_000)
    await recovered.signal({})
    await takeAll()
    await mute(null)
    await takeAll()
    await takeAll()
    const statuses = async (notificationId: string) =>
      (await deliveriesOf(db, notificationId)).map(({ occasion, status }) => `${occasion} ${status}`)
    expect(await statuses(id)).toEqual(['HOLDS PENDING'])
    expect((await deliveriesOf(db, id))[0]?.verdict).toMatchObject({ count: 1 })
    expect(await statuses(other)).toEqual(['HOLDS MUTED', 'RECOVERED MUTED'])
    expect((await heartbeat.row()).checkAt).toBeNull()
  })

  it('records the alert of a muted notification, and sends none', async () => {
    const heartbeat = await seedHeartbeat(db, overdue())
    const id = await heartbeat.watch()
    await db.update(notifications).set({ mutedUntil: 'infinity' }).where(eq(notifications.id, id))
    await takeAll()
    expect((await deliveriesOf(db, id)).map(({ status }) => status)).toEqual(['MUTED'])
  })
})

it('of a heartbeat that changes again and again the latest thousand changes are kept, and the one that it is in', async () => {
  const heartbeat = await seedHeartbeat(db)
  const [first, others] = [uuidv7(), Array.from({ length: 1004 }, () => uuidv7())]
  const change = { receiverId: heartbeat.receiverId, state: 'UP', reason: 'SIGNAL' } as const
  await db
    .insert(heartbeatChanges)
    .values([
      { id: first, ...change, at: ago(5000) },
      ...others.map((id, index) => ({ id, ...change, at: ago(2000 - index) })),
    ])
  await db.update(heartbeats).set({ changeId: first }).where(eq(heartbeats.receiverId, heartbeat.receiverId))
  const job = createOldChangesDeletion()
  expect(await inTransaction(pool, (client) => job.run(client, context))).toBe(4)
  const kept = await db.select().from(heartbeatChanges).where(eq(heartbeatChanges.receiverId, heartbeat.receiverId))
  expect(new Set(kept.map(({ id }) => id))).toEqual(new Set([first, ...others.slice(4)]))
})

it('several executors make each of many alerts once, and each recovery once', async () => {
  const others = await Promise.all([1, 2].map(() => createTestContext(url)))
  const contexts = [context, ...others.map((one) => one.context)]
  const many = await Promise.all(Array.from({ length: 60 }, () => seedHeartbeat(db, overdue())))
  const ids = await Promise.all(many.map((heartbeat) => heartbeat.watch()))
  const untilNone = async (of: (typeof contexts)[number]) => {
    for (let idle = 0; idle < 3;) idle = (await takeHeartbeats(of, 7)).claimed === 0 ? idle + 1 : 0
  }
  await Promise.all(contexts.map(untilNone))
  await Promise.all(many.map((heartbeat) => heartbeat.signal({}, {})))
  await Promise.all(contexts.map(untilNone))
  for (const [index, heartbeat] of many.entries()) {
    expect(await heartbeat.changed()).toEqual(['DOWN SILENT', 'UP SIGNAL'])
    expect(await occasionsOf(ids[index] ?? '')).toEqual(['HOLDS', 'RECOVERED'])
  }
  await Promise.all(others.map((one) => one.close()))
})

describe('an executor', () => {
  let executor: TestExecutor
  beforeAll(async () => {
    executor = await startTestExecutor(url)
  })
  afterAll(() => executor.stop())

  it('sends the mail of an alert within a second of its time, and one of its recovery', async () => {
    const dueAt = new Date(Date.now() + 1000)
    const heartbeat = await seedHeartbeat(db, { ...overdue(), expectedBy: dueAt, checkAt: dueAt })
    const id = await heartbeat.watch()
    context.queue.announce('heartbeat-signals')
    await expect.poll(() => occasionsOf(id), { interval: 20, timeout: 20_000 }).toEqual(['HOLDS'])
    const [alert] = await db.select().from(deliveries).where(eq(deliveries.notificationId, id))
    expect((alert?.createdAt.getTime() ?? 0) - dueAt.getTime()).toBeLessThan(1000)
    await heartbeat.signal({})
    context.queue.announce('heartbeat-signals')
    const mails = () =>
      db.select().from(devOutbox).where(eq(devOutbox.to, heartbeat.address)).orderBy(asc(devOutbox.id))
    await expect.poll(async () => (await mails()).length, { timeout: 20_000 }).toBe(2)
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^\[Down\] Backup: no call for 1 min \d+ s$/),
      '[Recovered] Backup: the last call was a success',
    ])
    expect(executor.errors).toEqual([])
  })
})
