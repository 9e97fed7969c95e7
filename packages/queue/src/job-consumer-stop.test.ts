import { createTestDatabase } from '@knockwire/db/testing/test-database'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { JobConsumer, type JobConsumerOptions, type WorkItem } from './job-consumer.ts'
import { createQueue, type LeasedJob } from './queue.ts'
import { consumerOptions } from './testing/consumer-options.ts'

type Name = 'deliver-http'
type Item = WorkItem<Name, null>

describe('a job consumer', async () => {
  const { db, pool, url, close } = await createTestDatabase()
  const errors: Error[] = []
  const queue = createQueue({ url, pool, isWorker: false, onError: (error) => void errors.push(error) })
  await queue.start()
  afterEach(() => pool.query('delete from pgboss.job'))
  afterAll(async () => {
    await queue.stop()
    await close()
  })

  const send = async (count: number, group?: string) => {
    const ids = Array.from({ length: count }, () => uuidv7())
    const options = ids.map((singletonKey) => ({ singletonKey, ...(group !== undefined && { group }) }))
    await queue.send(
      db,
      'deliver-http',
      ids.map((deliveryId) => ({ deliveryId })),
      options,
    )
    return ids
  }
  /** A consumer that fetches nothing on its own, and has so many jobs. */
  const startWith = async (count: number, options: Partial<JobConsumerOptions<Name, null>> = {}, group?: string) => {
    const started: Item[] = []
    const consumer: JobConsumer<Name, null> = new JobConsumer<Name, null>({
      ...consumerOptions,
      queue,
      pool,
      pollMs: 60_000,
      onLeased: (lease) => consumer.schedule(lease, [{ accountId: 'a', work: null, bytes: 0 }]),
      onAdmitted: (item) => void started.push(item),
      onError: (error) => void errors.push(error),
      ...options,
    })
    await send(count, group)
    consumer.accept(await queue.fetch('deliver-http', Math.max(1, count)))
    return { consumer, started }
  }
  const depth = () => queue.depth('deliver-http')
  const at = (items: readonly Item[], index: number): Item => {
    const item = items[index]
    if (!item) throw new Error(`item ${index} has not started`)
    return item
  }
  const idOf = ({ lease }: Item) => lease.job.data.deliveryId

  it('starts what waits as soon as a slot is free', async () => {
    // One slot for anybody, and one that is reserved for the account.
    const { consumer, started } = await startWith(4, { concurrency: 1 })
    expect([started.length, consumer.inFlight, consumer.waiting]).toEqual([2, 2, 2])
    consumer.release(at(started, 0))
    expect([started.length, consumer.inFlight, consumer.waiting]).toEqual([3, 2, 1])
  })

  it('starts nothing once it is closed, and what waited is no longer counted', async () => {
    const { consumer, started } = await startWith(4, { concurrency: 1 })
    await consumer.close()
    expect(consumer.waiting).toBe(0)
    consumer.release(at(started, 0))
    consumer.schedule(at(started, 0).lease, [{ accountId: 'a', work: null, bytes: 0 }])
    expect([started.length, consumer.inFlight]).toEqual([2, 1])
  })

  it('drops what waits of a lease that was lost', async () => {
    const jobs: LeasedJob<Name>[] = []
    const { consumer, started } = await startWith(4, { concurrency: 1, itemsIn: (job) => jobs.push(job) && 1 })
    const waiting = jobs.filter(({ id }) => !started.some(({ lease }) => lease.job.id === id))
    // It has come back, so the lease that this process had has expired.
    consumer.accept(waiting)
    expect(consumer.waiting).toBe(2)
  })

  it('is idle once the last item in flight is released, and not before', async () => {
    const { consumer, started } = await startWith(2)
    let isIdle = false
    const idle = consumer.idle(2 ** 30).then(() => (isIdle = true))
    consumer.release(at(started, 0))
    await new Promise(setImmediate)
    expect(isIdle).toBe(false)
    consumer.release(at(started, 1))
    await idle
  })

  it('is idle at once where nothing is in flight, and is waited for no longer than it may take', async () => {
    const { consumer, started } = await startWith(1)
    await consumer.idle(1)
    expect(consumer.inFlight).toBe(1)
    consumer.release(at(started, 0))
    const isIdle = consumer.idle(2 ** 30).then(() => true)
    expect(await Promise.race([isIdle, new Promise(setImmediate)])).toBe(true)
  })

  it('deletes the jobs of which nothing is left, and requeues the others', async () => {
    const { consumer, started } = await startWith(3)
    const [, left] = started.map(idOf)
    const announced = vi.spyOn(queue, 'announce')
    await consumer.requeue(({ job }) => (job.data.deliveryId === left ? job.data : null))
    expect(await depth()).toEqual({ waiting: 1, inFlight: 0 })
    const [job] = await queue.fetch('deliver-http', 10)
    expect(job).toMatchObject({ data: { deliveryId: left }, attempt: 0, group: null })
    expect(announced.mock.calls).toEqual([['deliver-http']])
    announced.mockRestore()
    expect(started.map(({ lease }) => consumer.holds(lease))).toEqual([false, false, false])
  })

  it('announces nothing where it requeues nothing', async () => {
    const { consumer } = await startWith(2)
    const announced = vi.spyOn(queue, 'announce')
    await consumer.requeue(() => null)
    expect(announced).not.toHaveBeenCalled()
    announced.mockRestore()
    expect(await depth()).toEqual({ waiting: 0, inFlight: 0 })
  })

  it('requeues a job with its group and its key, by which a second one is dropped', async () => {
    const { consumer, started } = await startWith(1, {}, 'one account')
    const deliveryId = idOf(at(started, 0))
    await consumer.requeue(({ job }) => job.data)
    await queue.send(db, 'deliver-http', [{ deliveryId }], { singletonKey: deliveryId })
    const jobs = await queue.fetch('deliver-http', 10)
    expect(jobs.map(({ data, group }) => [data.deliveryId, group])).toEqual([[deliveryId, 'one account']])
  })

  it('commits with what it requeues what is to be committed with it, even where that is all', async () => {
    const { consumer } = await startWith(0)
    const wasDone = async () => (await pool.query(`select to_regclass('done') as done`)).rows[0]
    await consumer.requeue(
      () => null,
      async (client) => void (await client.query('create table done ()')),
    )
    expect(await wasDone()).toEqual({ done: 'done' })
    await pool.query('drop table done')
  })

  it('requeues nothing where what is to be committed with it fails', async () => {
    const { consumer } = await startWith(1)
    const failing = consumer.requeue(
      ({ job }) => job.data,
      () => Promise.reject(new Error('no connection')),
    )
    await expect(failing).rejects.toThrow('no connection')
    expect(await depth()).toEqual({ waiting: 0, inFlight: 1 })
  })

  it('deletes no job after it has been stopped, whose completion was still waiting for others', async () => {
    const { consumer, started } = await startWith(1)
    consumer.complete(at(started, 0).lease)
    await consumer.requeue(({ job }) => job.data)
    expect(await depth()).toEqual({ waiting: 1, inFlight: 0 })
  })

  it('deletes jobs in a transaction of its caller, who may undo it', async () => {
    const { consumer, started } = await startWith(1)
    const leases = started.map(({ lease }) => lease)
    const client = await pool.connect()
    await client.query('begin')
    expect(await consumer.renewWithin(client, leases)).toEqual(leases)
    await consumer.completeWithin(client, leases)
    await client.query('rollback')
    expect(await depth()).toEqual({ waiting: 0, inFlight: 1 })
    await consumer.completeWithin(client, leases)
    client.release()
    expect(await depth()).toEqual({ waiting: 0, inFlight: 0 })
  })

  it('aborts the work of all its leases', async () => {
    const { consumer, started } = await startWith(2)
    consumer.abortAll()
    expect(started.map(({ lease }) => lease.signal.aborted)).toEqual([true, true])
  })

  it('reported no error meanwhile', () => {
    expect(errors).toEqual([])
  })
})
