import { deliveryQueueOf } from '@knockwire/services/deliveries/delivery-jobs'
import { describe, expect, it } from 'vitest'
import { callTo, seedAccount } from '../testing/rows/seed.ts'
import { deliveryOf, seedDelivery, untilDone } from '../testing/rows/seed-delivery.ts'
import { startTarget } from '../testing/peers/target.ts'
import { startTestDeliveries, useTestDatabase } from '../testing/test-executor.ts'
describe('the deliveries of a notification', async () => {
  const { db, pool, url, stopAfter } = await useTestDatabase()
  const target = await startTarget()
  stopAfter(target.close)

  const start = async (waitsSeconds: readonly number[]) => {
    const workers = await startTestDeliveries(url, { waitsSeconds })
    stopAfter(workers.stop)
    return workers
  }
  type DeliveryWorkers = Awaited<ReturnType<typeof start>>

  /** An alert of a notification, whose first attempt has been answered with 500, and its recovery. */
  const notifyBoth = async (workers: DeliveryWorkers, path: string, failures = 1) => {
    target.on(path, ({ response }) => response.writeHead(target.callsOf(path).length > failures ? 200 : 500).end())
    const { id: accountId } = await seedAccount(db)
    const seed = { accountId, setting: callTo(`${target.origin}${path}`) }
    const alert = await seedDelivery(workers, seed)
    await expect.poll(async () => (await deliveryOf(db, alert)).error).toContain('500')
    const { notificationId } = await deliveryOf(db, alert)
    const recovery = await seedDelivery(workers, { ...seed, notificationId, occasion: 'RECOVERED' })
    const another = await seedDelivery(workers, seed)
    await untilDone(db, another)
    return { alert, recovery, another, seed: { ...seed, notificationId } }
  }
  const callsOf = (path: string, besides: string) =>
    target
      .callsOf(path)
      .map(({ headers }) => headers['webhook-id'])
      .filter((id) => id !== besides)
  const dueIn = async (id: string) => {
    const { rows } = await pool.query<{ seconds: number }>(
      `select extract(epoch from start_after - now())::float8 as seconds from pgboss.job
       where name = $1 and data ->> 'deliveryId' = $2 and state < 'active'`,
      [deliveryQueueOf.HTTP, id],
    )
    return rows.map(({ seconds }) => seconds)
  }

  it('arrives in its order, however often the first is tried', async () => {
    const workers = await start([2, 2, 2, 2])
    const { alert, recovery, another, seed } = await notifyBoth(workers, '/in-order', 2)
    const next = await seedDelivery(workers, seed)
    for (const id of [alert, recovery, next]) expect((await untilDone(db, id)).status).toBe('DELIVERED')
    const calls = callsOf('/in-order', another)
    expect(calls.slice(0, 1)).toEqual([alert])
    expect(calls.slice(-2)).toEqual([recovery, next])
    expect(await deliveryOf(db, recovery)).toMatchObject({ attempts: 1, error: null })
    await workers.stop()
  })

  it('waits as long as the first does, and not for one that nobody will try again', async () => {
    const workers = await start([600, 600, 600, 600])
    const { alert, recovery, another } = await notifyBoth(workers, '/waits')
    await expect.poll(async () => (await dueIn(recovery))[0]).toBeGreaterThan(590)
    expect(await deliveryOf(db, recovery)).toMatchObject({ status: 'PENDING', attempts: 0 })
    expect(callsOf('/waits', another)).toEqual([alert])
    await pool.query(`delete from pgboss.job where data ->> 'deliveryId' = $1`, [alert])
    await pool.query(`update pgboss.job set start_after = now() where data ->> 'deliveryId' = $1`, [recovery])
    workers.wake()
    expect((await untilDone(db, recovery)).status).toBe('DELIVERED')
    expect(workers.errors).toEqual([])
  })
})
