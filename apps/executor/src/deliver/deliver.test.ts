import { devOutbox } from '@knockwire/db/schema/outbox'
import { plans } from '@knockwire/domain/plans/plans'
import { executions } from '@knockwire/db/schema/executions'
import { deliveries, notifications } from '@knockwire/db/schema/notifications'
import { readUsage } from '@knockwire/services/usage/usage'
import type { Plan } from '@knockwire/domain/plans/plan'
import { sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { onDemand } from '../testing/run-now.ts'
import { callTo, emailTo, seedAccount, seedTask, textTo } from '../testing/rows/seed.ts'
import {
  deliveryOf,
  seedDeliveries,
  seedDelivery,
  type DeliverySeed,
  untilDone,
} from '../testing/rows/seed-delivery.ts'
import { startTarget, type Target } from '../testing/peers/target.ts'
import {
  createTestContext,
  startTestDeliveries,
  type TestDeliveriesOptions,
  useTestDatabase,
} from '../testing/test-executor.ts'
type DeliveryWorkers = Awaited<ReturnType<typeof startTestDeliveries>>

let target: Target
beforeAll(async () => {
  target = await startTarget()
})
afterAll(() => target.close())

const useDeliveries = async (options: TestDeliveriesOptions = {}) => {
  const { db, url, stopAfter } = await useTestDatabase()
  const start = async () => {
    const workers = await startTestDeliveries(url, options)
    stopAfter(workers.stop)
    return workers
  }
  return { db, url, start }
}

describe('a plan’s limit', async () => {
  const noon = Date.UTC(2030, 0, 31, 12)
  let nowMs = noon
  const { db, start } = await useDeliveries({ now: () => nowMs })
  let first: DeliveryWorkers
  let second: DeliveryWorkers
  beforeAll(async () => {
    first = await start()
    second = await start()
  })

  const settle = async (accountId: string, expected: number) => {
    const pending = async () => {
      const rows = await db.select().from(deliveries).where(eq(deliveries.accountId, accountId))
      return { pending: rows.filter(({ status }) => status === 'PENDING').length, all: rows.length }
    }
    // A thousand take most of a minute on a machine that is busy with other tests.
    await expect.poll(pending, { timeout: 150_000 }).toEqual({ pending: 0, all: expected })
    const rows = await db.select().from(deliveries).where(eq(deliveries.accountId, accountId))
    return Map.groupBy(rows, ({ status }) => status)
  }
  /** Of one task, more than a person may make. */
  const seedNotifications = async (accountId: string, setting: DeliverySeed['setting'], howMany: number) => {
    const taskId = await seedTask(db, { accountId, uri: 'https://shop.example/', schedule: onDemand })
    const now = new Date()
    const common = { accountId, taskId, type: setting.type, setting, createdAt: now, updatedAt: now }
    const rows = Array.from({ length: howMany }, () => ({ id: uuidv7(), ...common }))
    await db.insert(notifications).values(rows)
    return rows.map(({ id }) => id)
  }
  const sentTo = async (address: string) => {
    const [row] = await db.select({ sent: count() }).from(devOutbox).where(eq(devOutbox.to, address))
    return row?.sent ?? 0
  }

  it('of 200 mails of as many notifications that are due at once and 20 that may be sent, 20 are sent; the others say why, and the owner is notified once', async () => {
    const { id: accountId, email } = await seedAccount(db, { plan: 'FREE' })
    const seed = { accountId, setting: emailTo(email, { subject: 'S', template: 'T' }) }
    const notificationIds = await seedNotifications(accountId, seed.setting, 200)
    for (const [at, notificationId] of notificationIds.entries())
      await seedDeliveries(at % 2 === 0 ? first : second, { ...seed, notificationId })
    const settled = await settle(accountId, 200)
    expect(settled.get('DELIVERED')).toHaveLength(20)
    expect(settled.get('LIMIT_EXCEEDED')).toHaveLength(180)
    expect(new Set(settled.get('LIMIT_EXCEEDED')?.map(({ error }) => error))).toEqual(
      new Set(['Not sent: your plan includes 20 emails a day, and all of them are used.']),
    )
    expect(settled.get('LIMIT_EXCEEDED')?.every(({ attempts }) => attempts === 0)).toBe(true)
    expect(await readUsage(db, { kind: 'email', accountId, limits: plans.FREE, nowMs })).toBe(20)
    expect(await sentTo(email)).toBe(20)
    // The notice itself is a job of the executor's other workers.
    const notices = await first.context.database.pool.query(`select 1 from pgboss.job where name = 'system-mail'`)
    expect(notices.rowCount).toBe(1)
  })

  it('of 1,000 mails of one notification that are due at once, 19 are sent and one waits for its turn, which lists all others', async () => {
    const { id: accountId, email } = await seedAccount(db, { plan: 'FREE' })
    const setting = emailTo(email, { subject: 'S', template: 'T' })
    const [notificationId] = await seedNotifications(accountId, setting, 1)
    const seed = { accountId, setting, ...(notificationId !== undefined && { notificationId }) }
    await Promise.all([seedDeliveries(first, seed, 500), seedDeliveries(second, seed, 500)])
    const rows = () => db.select().from(deliveries).where(eq(deliveries.accountId, accountId))
    const untouched = async () =>
      (await rows()).filter(({ status, joinedTo }) => status === 'PENDING' && joinedTo === null).length
    await expect.poll(untouched, { timeout: 150_000 }).toBe(0)
    const byStatus = Map.groupBy(await rows(), ({ status }) => status)
    expect(byStatus.get('DELIVERED')).toHaveLength(19)
    expect(byStatus.get('PENDING')).toHaveLength(981)
    expect(new Set(byStatus.get('PENDING')?.map(({ joinedTo }) => joinedTo)).size).toBe(1)
    expect(await sentTo(email)).toBe(19)
  })

  it('starts over the next day', async () => {
    const { id: accountId, email } = await seedAccount(db, { plan: 'FREE' })
    const setting = emailTo(email)
    const notificationIds = await seedNotifications(accountId, setting, 22)
    const send = (at: number) =>
      seedDeliveries(first, { accountId, setting, notificationId: notificationIds[at] ?? '' })
    for (let at = 0; at < 21; at += 1) await send(at)
    expect((await settle(accountId, 21)).get('LIMIT_EXCEEDED')).toHaveLength(1)
    nowMs = noon + 86_400_000
    await send(21)
    expect((await settle(accountId, 22)).get('DELIVERED')).toHaveLength(21)
    nowMs = noon
  })

  it.each<[Plan, string]>([['FREE', 'Not sent: your plan includes no text messages.']])(
    'of texts: %s',
    async (plan, error) => {
      const { id: accountId } = await seedAccount(db, { plan })
      const id = await seedDelivery(first, { accountId, setting: textTo('+16045550199') })
      expect(await untilDone(db, id)).toMatchObject({ status: 'LIMIT_EXCEEDED', error })
      expect(await sentTo('+16045550199')).toBe(0)
    },
  )

  it('is none for calls', async () => {
    const { id: accountId } = await seedAccount(db, { plan: 'FREE' })
    await seedDeliveries(first, { accountId, setting: callTo(`${target.origin}/many`) }, 40)
    expect((await settle(accountId, 40)).get('DELIVERED')).toHaveLength(40)
  })

  it('nothing went wrong meanwhile', () => {
    expect([...first.errors, ...second.errors]).toEqual([])
  })
})

describe('one that is slow', async () => {
  const { db, start } = await useDeliveries({ outbound: { timeoutMs: 80_000 } })
  let workers: DeliveryWorkers
  let givenUp = 0
  beforeAll(async () => {
    target.on('/hangs', ({ response }) => void response.once('close', () => (givenUp += 1)))
    workers = await start()
  })

  it('keeps no other channel and no other account waiting', async () => {
    const [slow, quick] = [await seedAccount(db), await seedAccount(db)]
    await seedDeliveries(workers, { accountId: slow.id, setting: callTo(`${target.origin}/hangs`) }, 300)
    await expect.poll(() => target.callsOf('/hangs').length).toBeGreaterThan(10)
    const ids = [
      await seedDelivery(workers, { accountId: quick.id, setting: callTo(`${target.origin}/quick`) }),
      await seedDelivery(workers, { accountId: slow.id, setting: emailTo(slow.email) }),
      await seedDelivery(workers, { accountId: slow.id, setting: textTo('+16045550199') }),
    ]
    for (const id of ids) expect((await untilDone(db, id)).status).toBe('DELIVERED')
    expect(givenUp).toBe(0)
    // An account has a quarter of a channel's places at most.
    expect(target.callsOf('/hangs').length).toBeLessThanOrEqual(16)
  })

  it('nor do many of them', async () => {
    const slow = await Promise.all(Array.from({ length: 12 }, () => seedAccount(db)))
    for (const { id } of slow)
      await seedDeliveries(workers, { accountId: id, setting: callTo(`${target.origin}/hangs`) }, 20)
    const quick = await seedAccount(db)
    const id = await seedDelivery(workers, { accountId: quick.id, setting: callTo(`${target.origin}/quick`) })
    expect((await untilDone(db, id)).status).toBe('DELIVERED')
    expect(givenUp).toBe(0)
  })
})

describe('a delivery', async () => {
  const { db, url, stopAfter } = await useTestDatabase()

  /** Seeds while nobody delivers, changes something, and lets workers loose. */
  const deliverAfter = async (
    seed: (account: { id: string; email: string }) => DeliverySeed,
    change: (id: string) => Promise<unknown>,
  ) => {
    const account = await seedAccount(db)
    const { context, close } = await createTestContext(url)
    const id = await seedDelivery({ context, wake: () => {} }, seed(account))
    await change(id)
    await close()
    const workers = await startTestDeliveries(url)
    stopAfter(workers.stop)
    const delivery = await untilDone(db, id)
    await workers.stop()
    return { account, delivery }
  }

  it('of a notification that has been deleted is not sent', async () => {
    const { delivery } = await deliverAfter(
      ({ id: accountId }) => ({ accountId, setting: callTo(`${target.origin}/deleted`) }),
      async (id) => {
        const { notificationId } = await deliveryOf(db, id)
        await db.delete(notifications).where(eq(notifications.id, notificationId))
      },
    )
    expect(delivery).toMatchObject({
      status: 'FAILED',
      attempts: 0,
      error: 'The notification was deleted before this was sent.',
    })
    expect(target.callsOf('/deleted')).toEqual([])
  })

  it('whose execution is no longer there is not sent', async () => {
    const { delivery } = await deliverAfter(
      ({ id: accountId }) => ({ accountId, setting: callTo(`${target.origin}/pruned`) }),
      async (id) => {
        const { subjectId } = await deliveryOf(db, id)
        await db.delete(executions).where(eq(executions.id, subjectId))
      },
    )
    expect(delivery).toMatchObject({
      status: 'FAILED',
      attempts: 0,
      error: 'The execution or request was deleted before this was sent.',
    })
  })

  it('that killed each server that tried it is not tried for ever', async () => {
    const { delivery } = await deliverAfter(
      ({ id: accountId }) => ({ accountId, setting: callTo(`${target.origin}/deadly`) }),
      (id) => db.update(deliveries).set({ attempts: 5 }).where(eq(deliveries.id, id)),
    )
    expect(delivery).toMatchObject({
      status: 'FAILED',
      attempts: 5,
      error: 'The server stopped each time while it was sending this.',
    })
    expect(target.callsOf('/deadly')).toEqual([])
  })

  it('for which a second job is sent while it is in flight is sent once', async () => {
    const [first, second] = [await startTestDeliveries(url), await startTestDeliveries(url)]
    const answer = Promise.withResolvers<() => void>()
    target.on('/twice', ({ response }) => answer.resolve(() => response.end()))
    const { id: accountId } = await seedAccount(db)
    const id = await seedDelivery(first, { accountId, setting: callTo(`${target.origin}/twice`) })
    const answerIt = await answer.promise
    await sendDeliveries(second.context.queue, db, [{ id, type: 'HTTP', accountId }])
    // Queued behind it, and sent: whatever there was to take has been taken.
    const later = await seedDelivery(second, { accountId, setting: callTo(`${target.origin}/later`) })
    expect((await untilDone(db, later)).status).toBe('DELIVERED')
    expect(target.callsOf('/twice')).toHaveLength(1)
    answerIt()
    expect(await untilDone(db, id)).toMatchObject({ status: 'DELIVERED', attempts: 1 })
    await expect.poll(() => first.context.queue.depth('deliver-http')).toEqual({ waiting: 0, inFlight: 0 })
    expect(target.callsOf('/twice')).toHaveLength(1)
    await Promise.all([first.stop(), second.stop()])
  })

  it('that a stop aborts is made by the next process, at most once more', async () => {
    const { id: accountId } = await seedAccount(db)
    const first = await startTestDeliveries(url)
    let isHanging = true
    target.on('/stop', ({ response }) => (isHanging ? undefined : response.end()))
    const id = await seedDelivery(first, { accountId, setting: callTo(`${target.origin}/stop`) })
    await expect.poll(() => target.callsOf('/stop').length).toBe(1)
    await first.stop(50)
    isHanging = false
    const second = await startTestDeliveries(url)
    expect(await untilDone(db, id)).toMatchObject({ status: 'DELIVERED', attempts: 2 })
    expect(target.callsOf('/stop').map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
    await second.stop()
  })
})
