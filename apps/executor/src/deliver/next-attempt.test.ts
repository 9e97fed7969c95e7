import { deliveryQueueOf } from '@knockwire/services/deliveries/delivery-jobs'
import { beforeAll, describe, expect, it } from 'vitest'
import { callTo, seedAccount } from '../testing/rows/seed.ts'
import { deliveryOf, seedDelivery, untilDone } from '../testing/rows/seed-delivery.ts'
import { type ReceivedCall, startTarget } from '../testing/peers/target.ts'
import { startTestDeliveries, useTestDatabase } from '../testing/test-executor.ts'
describe('[TH-28] a delivery that failed and is tried again', async () => {
  const { db, pool, url, stopAfter } = await useTestDatabase()
  const target = await startTarget()
  stopAfter(target.close)
  let workers: Awaited<ReturnType<typeof startTestDeliveries>>
  beforeAll(async () => {
    workers = await startTestDeliveries(url, { waitsSeconds: [15, 600], outbound: { timeoutMs: 60_000 } })
    stopAfter(workers.stop)
  })

  /** When its job, which waits, is due. */
  const dueAt = async (id: string): Promise<number> => {
    const { rows } = await pool.query<{ start_after: Date }>(
      `select start_after from pgboss.job where name = $1 and data ->> 'deliveryId' = $2 and state < 'active'`,
      [deliveryQueueOf.HTTP, id],
    )
    return rows[0]?.start_after.getTime() ?? Number.NaN
  }
  const makeDue = async (id: string) => {
    await pool.query(`update pgboss.job set start_after = now() where data ->> 'deliveryId' = $1`, [id])
    workers.wake()
  }
  const nextAttempt = async (id: string) => (await deliveryOf(db, id)).nextAttemptAt?.getTime() ?? null

  it('says when, from each failure to the next attempt', async () => {
    const calls: ReceivedCall[] = []
    target.on('*', (call) => void calls.push(call))
    const answer = (attempt: number, status: number) => calls[attempt - 1]?.response.writeHead(status).end()
    const id = await seedDelivery(workers, {
      accountId: (await seedAccount(db)).id,
      setting: callTo(`${target.origin}/hook`),
    })
    await expect.poll(() => calls.length).toBe(1)
    expect(await nextAttempt(id)).toBeNull()

    answer(1, 503)
    await expect.poll(() => nextAttempt(id)).not.toBeNull()
    expect(Math.abs((await dueAt(id)) - ((await nextAttempt(id)) ?? 0))).toBeLessThan(20_000)

    await makeDue(id)
    await expect.poll(() => calls.length).toBe(2)
    expect(await deliveryOf(db, id)).toMatchObject({ status: 'PENDING', attempts: 2, nextAttemptAt: null })

    answer(2, 503)
    await expect.poll(() => nextAttempt(id)).toBeGreaterThan(Date.now() + 400_000)
    expect(Math.abs((await dueAt(id)) - ((await nextAttempt(id)) ?? 0))).toBeLessThan(20_000)

    await makeDue(id)
    await expect.poll(() => calls.length).toBe(3)
    answer(3, 503)
    expect(await untilDone(db, id)).toMatchObject({ status: 'FAILED', attempts: 3, nextAttemptAt: null })
    expect(workers.errors).toEqual([])
  })
})
