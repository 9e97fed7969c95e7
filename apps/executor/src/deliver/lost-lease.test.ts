import { deliveryQueueOf } from '@knockwire/services/deliveries/delivery-jobs'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callTo, seedAccount } from '../testing/rows/seed.ts'
import { deliveryOf, seedDeliveries, seedDelivery, untilDone } from '../testing/rows/seed-delivery.ts'
import { type ReceivedCall, startTarget, type Target } from '../testing/peers/target.ts'
import { startTestDeliveries, useTestDatabase } from '../testing/test-executor.ts'
/** An account's places in the channel; more of its deliveries are leased, and wait. */
const places = 16

describe('a delivery whose job is taken from its worker', async () => {
  const { db, pool, url, stopAfter } = await useTestDatabase()
  let target: Target
  let workers: Awaited<ReturnType<typeof startTestDeliveries>>
  const answers: (() => void)[] = []

  beforeAll(async () => {
    target = await startTarget()
    stopAfter(target.close)
    target.on('*', ({ response }: ReceivedCall) => void answers.push(() => response.end()))
    workers = await startTestDeliveries(url, { outbound: { timeoutMs: 60_000 } })
    stopAfter(workers.stop)
  })
  beforeEach(() => {
    answers.length = 0
    target.calls.length = 0
  })

  /** As if the jobs had been leased for as long. */
  const age = (ids: readonly string[], interval: string) =>
    pool.query(
      `update pgboss.job set started_on = started_on - $1::interval where name = $2 and data ->> 'deliveryId' = any ($3)`,
      [interval, deliveryQueueOf.HTTP, ids],
    )
  /** How often each of the jobs that are worked on was taken before. */
  const attemptsOf = async (ids: readonly string[]) => {
    const { rows } = await pool.query<{ retry_count: number }>(
      `select retry_count from pgboss.job where name = $1 and state = 'active' and data ->> 'deliveryId' = any ($2)`,
      [deliveryQueueOf.HTTP, ids],
    )
    return rows.map(({ retry_count: attempt }) => attempt)
  }
  const untilRetaken = (ids: readonly string[]) => expect.poll(() => attemptsOf(ids)).toEqual(ids.map(() => 1))
  const callsFor = (id: string) => target.calls.filter(({ headers }) => headers['webhook-id'] === id).length
  const jobs = () => workers.context.queue.depth(deliveryQueueOf.HTTP)

  it('a delivery whose lease is lost while it is being sent, and comes back, is not sent again', async () => {
    const { id: accountId } = await seedAccount(db)
    const id = await seedDelivery(workers, { accountId, setting: callTo(`${target.origin}/again`) })
    await expect.poll(() => answers.length).toBe(1)
    await age([id], '1 day')
    await untilRetaken([id])
    // One that was sent later is being sent by now, so this one would be too.
    const later = await seedDelivery(workers, { accountId, setting: callTo(`${target.origin}/later`) })
    await expect.poll(() => callsFor(later)).toBe(1)
    for (const answer of answers) answer()
    expect(await untilDone(db, id)).toMatchObject({ status: 'DELIVERED', attempts: 1 })
    await untilDone(db, later)
    await expect.poll(jobs).toEqual({ waiting: 0, inFlight: 0 })
    expect(callsFor(id)).toBe(1)
  })

  it('a delivery whose lease is lost while it waits is sent once, and its account keeps its slots', async () => {
    const { id: accountId } = await seedAccount(db)
    const delivery = { accountId, setting: callTo(`${target.origin}/turns`) }
    const ids = await seedDeliveries(workers, delivery, places + 4)
    await expect.poll(() => answers.length).toBe(places)
    await expect.poll(() => attemptsOf(ids)).toHaveLength(places + 4)
    await age(ids, '1 day')
    // An account whose slots are all taken is fetched no more, so the last few may stay in the queue until one ends.
    await expect
      .poll(async () => (await attemptsOf(ids)).filter((attempt) => attempt === 1).length)
      .toBeGreaterThanOrEqual(places)
    expect(await attemptsOf(ids)).not.toContain(0)
    expect(answers).toHaveLength(places)
    for (const answer of answers) answer()
    target.on('*', ({ response }) => void setTimeout(() => response.end(), 200))
    for (const id of ids) expect(await untilDone(db, id)).toMatchObject({ status: 'DELIVERED', attempts: 1 })
    await expect.poll(jobs).toEqual({ waiting: 0, inFlight: 0 })
    for (const id of ids) expect(callsFor(id)).toBe(1)
    const next = await seedDelivery(workers, delivery)
    expect((await untilDone(db, next)).status).toBe('DELIVERED')
    target.on('*', ({ response }) => void answers.push(() => response.end()))
  })

  it('a delivery keeps its lease, however long the ones before it take', async () => {
    const { id: accountId } = await seedAccount(db)
    const delivery = { accountId, setting: callTo(`${target.origin}/long`) }
    const [leased, lost] = [await seedDelivery(workers, delivery), await seedDelivery(workers, delivery)]
    await expect.poll(() => answers.length).toBe(2)
    await age([leased], '20 minutes')
    await age([lost], '1 day')
    await untilRetaken([lost])
    expect(await attemptsOf([leased])).toEqual([0])
    for (const answer of answers) answer()
    for (const id of [leased, lost]) expect((await untilDone(db, id)).status).toBe('DELIVERED')
    expect(await deliveryOf(db, leased)).toMatchObject({ attempts: 1 })
  })

  it('no error was reported meanwhile', () => {
    expect(workers.errors).toEqual([])
  })

  it('a delivery that another process has leased is not requeued by a worker that stops', async () => {
    await workers.stop()
    const holder = await startTestDeliveries(url, { outbound: { timeoutMs: 60_000 } })
    const { id: accountId } = await seedAccount(db)
    const id = await seedDelivery(holder, { accountId, setting: callTo(`${target.origin}/stopped`) })
    await expect.poll(() => answers.length).toBe(1)
    // As if another had found it silent and taken it.
    await pool.query(`update pgboss.job set retry_count = 1 where data ->> 'deliveryId' = $1`, [id])
    await holder.stop(0)
    const { rows } = await pool.query(`select state, retry_count from pgboss.job where data ->> 'deliveryId' = $1`, [
      id,
    ])
    expect(rows).toEqual([{ state: 'active', retry_count: 1 }])
  })
})
