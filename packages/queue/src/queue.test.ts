import { jobsChannel } from '@knockwire/db/channels'
import { createTestDatabase } from '@knockwire/db/testing/test-database'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { listen } from './listen.ts'
import { createQueue, type LeasedJob, type Queue } from './queue.ts'

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const mail = (subject: string) => ({ to: 'ada@example.com', subject, text: 'Hello.' })

describe('queue', async () => {
  const { db, pool, url, close } = await createTestDatabase()
  const queues = new Map<Queue, pg.Pool>()
  afterAll(async () => {
    for (const queue of queues.keys()) await stop(queue)
    await close()
  })

  const start = async (isWorker: boolean) => {
    const errors: Error[] = []
    // Each process has its own.
    const own = new pg.Pool({ connectionString: url, max: 4, application_name: 'knockwire-queue' })
    const queue = createQueue({ url, pool: own, isWorker, onError: (error) => void errors.push(error) })
    queues.set(queue, own)
    await queue.start()
    return { queue, errors }
  }
  const stop = async (queue: Queue) => {
    await queue.stop()
    await queues.get(queue)?.end()
    queues.delete(queue)
  }
  const sendRuns = (queue: Queue, ...groups: number[][]) =>
    db.transaction((tx) =>
      queue.send(
        tx,
        'run',
        groups.map((group) => ({ executionIds: group.map(id) })),
      ),
    )
  const contents = (jobs: LeasedJob<'run'>[]) => jobs.map(({ data }) => data.executionIds)

  it("sends with the caller's transaction, or not at all", async () => {
    const { queue } = await start(false)
    const failing = db.transaction(async (tx) => {
      await queue.send(tx, 'run', [{ executionIds: [id(1)] }])
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await queue.fetch('run', 10)).toEqual([])
    const client = await pool.connect()
    await client.query('begin')
    await queue.send(client, 'run', [{ executionIds: [id(2)] }])
    expect(await queue.fetch('run', 10)).toEqual([])
    await client.query('commit')
    client.release()
    const taken = await queue.fetch('run', 10)
    expect(contents(taken)).toEqual([[id(2)]])
    await queue.complete(db, 'run', taken)
    await stop(queue)
  })

  it('gives each job to one taker, those that were sent first before the others', async () => {
    const [first, second] = [await start(false), await start(false)]
    for (let n = 0; n < 40; n += 1) await sendRuns(first.queue, [n])
    const oldest = await first.queue.fetch('run', 10)
    const sent = Array.from({ length: 40 }, (_, n) => id(n))
    expect(contents(oldest).flat().toSorted()).toEqual(sent.slice(0, 10))
    const shares = await Promise.all([first, second, first, second].map(({ queue }) => queue.fetch('run', 10)))
    expect(contents(shares.flat()).flat().toSorted()).toEqual(sent.slice(10))
    await first.queue.complete(db, 'run', [...oldest, ...shares.flat()])
    expect(await first.queue.depth('run')).toEqual({ waiting: 0, inFlight: 0 })
    await stop(first.queue)
    await stop(second.queue)
  })

  it('gives what somebody waits for before what was sent earlier', async () => {
    const { queue } = await start(false)
    await sendRuns(queue, [1], [2])
    await db.transaction((tx) => queue.send(tx, 'run', [{ executionIds: [id(3)] }], { priority: 1 }))
    const first = await queue.fetch('run', 1)
    expect(contents(first)).toEqual([[id(3)]])
    await queue.complete(db, 'run', [...first, ...(await queue.fetch('run', 2))])
    await stop(queue)
  })

  it('takes a job from a holder that is silent, whose word on it then counts no more', async () => {
    const [holder, other] = [await start(false), await start(true)]
    await sendRuns(holder.queue, [1], [2])
    const leased = await holder.queue.fetch('run', 2)
    expect(await holder.queue.renew('run', leased)).toEqual(new Set(leased.map((job) => job.id)))
    // As if it had been silent for as long as it takes.
    await db.execute(sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where name = 'run'`)
    const retaken: LeasedJob<'run'>[] = []
    // The worker looks for missed heartbeats every five seconds.
    await expect.poll(async () => retaken.push(...(await other.queue.fetch('run', 2)))).toBe(2)
    expect(other.errors).toEqual([])
    expect(retaken.map(({ attempt }) => attempt)).toEqual([1, 1])
    expect(await holder.queue.renew('run', leased)).toEqual(new Set())
    await holder.queue.complete(db, 'run', leased)
    expect(await other.queue.renew('run', retaken)).toEqual(new Set(retaken.map((job) => job.id)))
    await other.queue.complete(db, 'run', retaken)
    await stop(holder.queue)
    await stop(other.queue)
  })

  it('notifies nobody in the commits that send runs and deliveries, and wakes other processes by an announcement', async () => {
    const { queue } = await start(false)
    const { queue: other } = await start(true)
    const woken: string[] = []
    for (const name of ['run', 'deliver-sms'] as const) other.onJobsSent(name, () => void woken.push(name))
    const sender = await pool.connect()
    const { rows } = await sender.query<{ pid: number }>('select pg_backend_pid() as pid')
    const heard: string[] = []
    const channel = `('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24))`
    const { rows: channels } = await pool.query<{ channel: string }>(`select ${channel} as channel`)
    const listener = await listen({
      url,
      applicationName: 'listener',
      channels: [jobsChannel, ...channels.map((row) => row.channel)],
      onNotification: (_channel, name, from) => void heard.push(from === rows[0]?.pid ? `commit: ${name}` : name),
      onListening: () => {},
      onError: () => {},
    })
    const inCommit = async (name: 'run' | 'deliver-sms' | 'system-mail', send: () => Promise<void>) => {
      await sender.query('begin')
      await send()
      await sender.query('commit')
      queue.announce(name)
    }
    await inCommit('run', () => queue.send(sender, 'run', [{ executionIds: [id(1)] }]))
    await inCommit('deliver-sms', () => queue.send(sender, 'deliver-sms', [{ deliveryId: id(1) }]))
    await inCommit('system-mail', () => queue.send(sender, 'system-mail', [mail('quiet')], { isQuiet: true }))
    await expect.poll(() => heard.toSorted()).toEqual(['deliver-sms', 'run', 'system-mail'])
    expect(woken.toSorted()).toEqual(['deliver-sms', 'run'])
    // A mail that somebody waits for, which shows that the commits of this session are heard.
    await inCommit('system-mail', () => queue.send(sender, 'system-mail', [mail('loud')]))
    await expect.poll(() => heard).toContain('commit: system-mail')
    sender.release()
    await listener.close()
    await pool.query('delete from pgboss.job')
    await stop(queue)
    await stop(other)
  })

  it('works whatever is waiting, one after the other, at once', async () => {
    const { queue } = await start(true)
    const worked: string[] = []
    await queue.work('deliver-slack', { concurrency: 1 }, async ({ data }) => void worked.push(data.deliveryId))
    const deliveries = Array.from({ length: 20 }, (_, n) => ({ deliveryId: id(n) }))
    await db.transaction((tx) => queue.send(tx, 'deliver-slack', deliveries))
    queue.announce('deliver-slack')
    await expect.poll(() => worked.toSorted()).toEqual(deliveries.map(({ deliveryId }) => deliveryId))
    await stop(queue)
  })

  it('works jobs, and tries again what throws', async () => {
    const { queue, errors } = await start(true)
    const worked: string[] = []
    const tried: string[] = []
    await queue.work('system-mail', { concurrency: 2 }, async ({ data, attempt }) => {
      tried.push(`${data.subject} ${attempt}`)
      if (data.subject === 'fails') throw new Error('The server is away')
      worked.push(data.subject)
    })
    await db.transaction((tx) => queue.send(tx, 'system-mail', [mail('one'), mail('two'), mail('fails')]))
    await expect.poll(() => worked.toSorted()).toEqual(['one', 'two'])
    await expect.poll(() => tried).toContain('fails 0')
    const states = async () => {
      const { rows } = await db.execute(sql`
        select data ->> 'subject' as subject, state, output ->> 'message' as reason
        from pgboss.job where name = 'system-mail' order by 1`)
      return rows
    }
    await expect.poll(states).toEqual([
      { subject: 'fails', state: 'retry', reason: 'Error: The server is away' },
      { subject: 'one', state: 'completed', reason: null },
      { subject: 'two', state: 'completed', reason: null },
    ])
    expect(errors).toEqual([new Error('The server is away')])
    await stop(queue)
  })

  it('drops a job whose key is waiting already, and only that', async () => {
    const { queue } = await start(false)
    const delivery = (n: number, options?: { singletonKey: string }) =>
      db.transaction((tx) => queue.send(tx, 'deliver-email', [{ deliveryId: id(n) }], options))
    await delivery(1, { singletonKey: 'a' })
    await delivery(2, { singletonKey: 'a' })
    await delivery(3, { singletonKey: 'b' })
    await delivery(4)
    await delivery(5)
    const taken = await queue.fetch('deliver-email', 10)
    expect(taken.map(({ data }) => data.deliveryId).toSorted()).toEqual([id(1), id(3), id(4), id(5)])
    await queue.complete(db, 'deliver-email', taken)
    await stop(queue)
  })

  it('does not try again what cannot be read, and reports it', async () => {
    const { queue, errors } = await start(true)
    const seen: unknown[] = []
    await queue.work('deliver-sms', { concurrency: 1 }, async ({ data }) => void seen.push(data))
    await db.transaction((tx) => queue.send(tx, 'deliver-sms', [{ deliveryId: 'no id' }, { deliveryId: id(7) }]))
    queue.announce('deliver-sms')
    await db.transaction((tx) => queue.send(tx, 'run', [{ executionIds: ['no id'] }, { executionIds: [id(8)] }]))
    await expect.poll(() => seen).toEqual([{ deliveryId: id(7) }])
    const taken = await queue.fetch('run', 10)
    expect(contents(taken)).toEqual([[id(8)]])
    await expect
      .poll(() => errors.map(({ message }) => message.slice(0, 40)).toSorted())
      .toEqual(['A job of deliver-sms cannot be read: [\n ', 'A job of run cannot be read: [\n  {\n    "'])
    const failed = sql`select name, output ->> 'message' like '%cannot be read%' as explained from pgboss.job where state = 'failed'`
    expect((await db.execute(failed)).rows).toEqual([{ name: 'deliver-sms', explained: true }])
    expect(await queue.depth('run')).toEqual({ waiting: 0, inFlight: 1 })
    await queue.complete(db, 'run', taken)
    await stop(queue)
  })
})
