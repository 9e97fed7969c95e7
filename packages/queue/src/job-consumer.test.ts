import { createTestDatabase } from '@knockwire/db/testing/test-database'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { JobConsumer, type JobConsumerOptions, type WorkItem } from './job-consumer.ts'
import type { Lease } from './leases.ts'
import { createQueue } from './queue.ts'
import { consumerOptions } from './testing/consumer-options.ts'

type Name = 'deliver-http'
type Item = WorkItem<Name, null>

describe('job consumer', async () => {
  const { db, pool, url, close } = await createTestDatabase()
  const errors: Error[] = []
  // It finds the leases that have expired.
  const queue = createQueue({ url, pool, isWorker: true, onError: (error) => void errors.push(error) })
  await queue.start()
  afterAll(async () => {
    await queue.stop()
    await close()
  })

  /** A consumer whose work the test ends. */
  const start = (options: Partial<JobConsumerOptions<Name, null>> = {}) => {
    const started: Item[] = []
    const lost: Lease<Name>[] = []
    const consumer: JobConsumer<Name, null> = new JobConsumer<Name, null>({
      ...consumerOptions,
      queue,
      pool,
      pollMs: 100,
      onLeased: (lease) => consumer.schedule(lease, [{ accountId: lease.job.group ?? '', work: null, bytes: 0 }]),
      onAdmitted: (item) => void started.push(item),
      onLost: (lease) => void lost.push(lease),
      onError: (error) => void errors.push(error),
      ...options,
    })
    consumer.start()
    const stop = async () => {
      await consumer.close()
      await consumer.requeue(({ job }) => job.data)
    }
    return { consumer, started, lost, stop }
  }
  const send = async (accountId: string, count: number) => {
    const ids = Array.from({ length: count }, () => uuidv7())
    const jobs = ids.map((deliveryId) => ({ deliveryId }))
    const options = ids.map((singletonKey) => ({ singletonKey, group: accountId }))
    await queue.send(db, 'deliver-http', jobs, options)
    return ids
  }
  const depth = () => queue.depth('deliver-http')
  const empty = { waiting: 0, inFlight: 0 }
  const clear = async () => void (await pool.query('delete from pgboss.job'))
  /** As if the jobs had been leased beyond the time that the queue allows, heartbeat or not. */
  const expire = () => pool.query(`update pgboss.job set started_on = started_on - interval '1 day'`)
  const idOf = ({ lease }: Item) => lease.job.data.deliveryId

  it('a job is leased, admitted, and deleted once it is completed', async () => {
    const { consumer, started, stop } = start()
    onTestFinished(stop)
    const [id] = await send('a', 1)
    await expect.poll(() => started.map(idOf)).toEqual([id])
    expect(await depth()).toEqual({ waiting: 0, inFlight: 1 })
    const [item] = started
    if (!item) throw new Error('nothing has started')
    consumer.complete(item.lease)
    consumer.release(item)
    await expect.poll(depth).toEqual(empty)
    expect([consumer.inFlight, consumer.holds(item.lease)]).toEqual([0, false])
  })

  it('a job whose completion fails is left to the next process, and those completed with it are deleted', async () => {
    let bad = ''
    const failing: typeof queue = {
      ...queue,
      complete: async (sender, name, leased) => {
        if (leased.some(({ id }) => id === bad)) throw new TypeError('not a function')
        await queue.complete(sender, name, leased)
      },
    }
    const { consumer, started, stop } = start({ queue: failing })
    onTestFinished(clear)
    onTestFinished(stop)
    await send('a', 3)
    await expect.poll(() => started).toHaveLength(3)
    bad = started[0]?.lease.job.id ?? ''
    for (const item of started) {
      consumer.complete(item.lease)
      consumer.release(item)
    }
    await expect.poll(() => started.map(({ lease }) => consumer.holds(lease))).toEqual([false, false, false])
    expect(await depth()).toEqual({ waiting: 0, inFlight: 1 })
    const before = idOf(started.splice(0)[0] as Item)
    bad = ''
    await expire()
    await expect.poll(() => started.map(idOf)).toEqual([before])
    expect(errors.splice(0).every((error) => error instanceof TypeError)).toBe(true)
  })

  it('jobs of another account start although one account has more than its share', async () => {
    const { started, stop } = start({ concurrency: 16 })
    onTestFinished(clear)
    onTestFinished(stop)
    await send('greedy', 40)
    await expect.poll(() => started.length).toBe(4)
    await send('modest', 1)
    await expect.poll(() => started.map(({ accountId }) => accountId)).toContain('modest')
    expect(started).toHaveLength(5)
  })

  it('nothing starts while it may not, and all starts afterwards', async () => {
    let canAdmit = false
    const { consumer, started, stop } = start({ canAdmit: () => canAdmit })
    onTestFinished(clear)
    onTestFinished(stop)
    await send('a', 3)
    await expect.poll(() => consumer.waiting).toBe(3)
    expect(started).toEqual([])
    canAdmit = true
    consumer.admit()
    expect(started).toHaveLength(3)
  })

  it('a lease that expired is lost: its signal is aborted, it cannot be completed, and the job starts again', async () => {
    const { consumer, started, lost, stop } = start()
    onTestFinished(clear)
    onTestFinished(stop)
    const [id] = await send('a', 1)
    await expect.poll(() => started).toHaveLength(1)
    await expire()
    await expect.poll(() => started.map(idOf)).toEqual([id, id])
    const [before, after] = started
    if (!before || !after) throw new Error('the job has not started again')
    expect(lost).toEqual([before.lease])
    expect(after.lease.job.attempt).toBe(1)
    expect([before.lease.signal.aborted, after.lease.signal.aborted]).toEqual([true, false])
    expect([consumer.holds(before.lease), consumer.holds(after.lease)]).toEqual([false, true])
    consumer.complete(before.lease)
    consumer.release(before)
    consumer.complete(after.lease)
    await expect.poll(depth).toEqual(empty)
  })

  it('a lease is renewed for as long as its work takes', async () => {
    const { started, lost, stop } = start()
    onTestFinished(clear)
    onTestFinished(stop)
    await send('a', 1)
    await expect.poll(() => started).toHaveLength(1)
    const renewedAt = async () => {
      const { rows } = await pool.query<{ at: Date }>('select heartbeat_on as at from pgboss.job')
      return rows[0]?.at.getTime() ?? 0
    }
    const before = await renewedAt()
    await expect.poll(renewedAt).toBeGreaterThan(before)
    expect(lost).toEqual([])
  })

  it('a job that waits when its process stops is requeued as if it had never been leased', async () => {
    const first = start()
    onTestFinished(clear)
    const ids = await send('a', 2)
    await expect.poll(() => first.started.length).toBe(2)
    const [item] = first.started
    if (!item) throw new Error('nothing has started')
    first.consumer.complete(item.lease)
    await expect.poll(() => first.consumer.holds(item.lease)).toBe(false)
    const announced = vi.spyOn(queue, 'announce')
    await first.stop()
    // Other processes need not wait for their next poll.
    expect(announced.mock.calls).toEqual([['deliver-http']])
    expect(await depth()).toEqual({ waiting: 1, inFlight: 0 })
    const [left] = await queue.fetch('deliver-http', 10)
    expect(left).toMatchObject({ attempt: 0, group: 'a', data: { deliveryId: ids.find((id) => id !== idOf(item)) } })
  })

  it('a job that another process has leased meanwhile is not requeued by a stop', async () => {
    const { started, stop } = start()
    onTestFinished(clear)
    await send('a', 1)
    await expect.poll(() => started).toHaveLength(1)
    await pool.query('update pgboss.job set retry_count = 1')
    await stop()
    const { rows } = await pool.query('select state, retry_count from pgboss.job')
    expect(rows).toEqual([{ state: 'active', retry_count: 1 }])
  })

  it('no error was reported meanwhile', () => {
    expect(errors).toEqual([])
  })
})
