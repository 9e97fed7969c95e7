import { createTestDatabase } from '@knockwire/db/testing/test-database'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createQueue } from './queue.ts'

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const deliveries = (...numbers: number[]) => numbers.map((n) => ({ deliveryId: id(n) }))

describe('the jobs of a queue', async () => {
  const { pool, url, close } = await createTestDatabase()
  const errors: Error[] = []
  const queue = createQueue({ url, pool, isWorker: false, onError: (error) => void errors.push(error) })
  await queue.start()
  afterEach(() => pool.query('delete from pgboss.job'))
  afterAll(async () => {
    await queue.stop()
    await close()
  })

  it('count as backlog of the queues that are named, where their time has come and nobody has taken them', async () => {
    await queue.send(pool, 'deliver-sms', deliveries(1, 2))
    await queue.fetch('deliver-sms', 1)
    await queue.send(pool, 'deliver-email', deliveries(3, 4))
    await queue.send(pool, 'deliver-email', deliveries(5), { startAfterSeconds: 3600 })
    await queue.send(pool, 'deliver-slack', deliveries(6))
    await pool.query(
      `update pgboss.job set start_after = now() - interval '40 seconds' where name = 'deliver-email' and data ->> 'deliveryId' = '${id(3)}'`,
    )
    const { waiting, oldestSeconds } = await queue.backlog(['deliver-sms', 'deliver-email'])
    expect(waiting).toBe(3)
    expect(Math.floor(oldestSeconds / 10)).toBe(4)
    expect(await queue.backlog(['run'])).toEqual({ waiting: 0, oldestSeconds: 0 })
  })

  it('are counted by state', async () => {
    await queue.send(pool, 'deliver-sms', deliveries(1, 2, 3, 4))
    await queue.fetch('deliver-sms', 1)
    await queue.send(pool, 'deliver-sms', deliveries(5), { startAfterSeconds: 3600 })
    await pool.query(`update pgboss.job set state = 'completed' where data ->> 'deliveryId' = '${id(4)}'`)
    expect(await queue.depth('deliver-sms')).toEqual({ waiting: 3, inFlight: 1 })
    expect(await queue.depth('deliver-email')).toEqual({ waiting: 0, inFlight: 0 })
  })

  it('are pending while they wait or are in flight, until they are completed or have failed', async () => {
    await queue.send(pool, 'deliver-sms', deliveries(1, 2, 3, 4))
    await queue.send(pool, 'deliver-email', deliveries(5))
    const [taken] = await queue.fetch('deliver-sms', 1)
    await pool.query(`update pgboss.job set state = 'completed' where data ->> 'deliveryId' = '${id(3)}'`)
    await pool.query(`update pgboss.job set state = 'failed' where data ->> 'deliveryId' = '${id(4)}'`)
    const client = await pool.connect()
    const pending = await queue.pendingData(client, 'deliver-sms')
    client.release()
    expect(taken?.data).toEqual({ deliveryId: id(1) })
    expect(pending.map(({ deliveryId }) => deliveryId).toSorted()).toEqual([id(1), id(2)])
  })

  it('are deleted once they have failed, so many at a time, and only those of the queue that is named', async () => {
    await queue.send(pool, 'deliver-sms', deliveries(1, 2, 3, 4))
    await queue.send(pool, 'deliver-email', deliveries(5))
    await pool.query(`update pgboss.job set state = 'failed' where data ->> 'deliveryId' <> '${id(4)}'`)
    const client = await pool.connect()
    const first = await queue.removeFailed(client, 'deliver-sms', 2)
    const rest = await queue.removeFailed(client, 'deliver-sms', 2)
    const none = await queue.removeFailed(client, 'deliver-sms', 2)
    client.release()
    expect([first.length, rest.length, none]).toEqual([2, 1, []])
    expect([...first, ...rest].map(({ deliveryId }) => deliveryId).toSorted()).toEqual([id(1), id(2), id(3)])
    const { rows } = await pool.query('select name, state from pgboss.job order by name')
    expect(rows).toEqual([
      { name: 'deliver-email', state: 'failed' },
      { name: 'deliver-sms', state: 'created' },
    ])
  })

  it('cost no statement where there are none', async () => {
    const client = await pool.connect()
    await client.query('begin')
    await expect(client.query('select nothing')).rejects.toThrow('does not exist')
    // In a transaction that has failed, any statement would throw.
    await queue.send(client, 'run', [])
    await queue.complete(client, 'run', [])
    expect(await queue.renew('run', [], client)).toEqual(new Set())
    await client.query('rollback')
    client.release()
  })

  it('have each its own options where a list of them is given', async () => {
    await queue.send(pool, 'deliver-sms', deliveries(1, 2, 3), [
      { group: 'a' },
      { priority: 1, startAfterSeconds: 3600 },
    ])
    const { rows } = await pool.query(
      `select data ->> 'deliveryId' as id, group_id, priority, start_after > now() + interval '1 minute' as "isLater"
       from pgboss.job order by 1`,
    )
    expect(rows).toEqual([
      { id: id(1), group_id: 'a', priority: 0, isLater: false },
      { id: id(2), group_id: null, priority: 1, isLater: true },
      { id: id(3), group_id: null, priority: 0, isLater: false },
    ])
  })

  it('are left where they are, if their group is excluded', async () => {
    await queue.send(pool, 'deliver-sms', deliveries(1), { group: 'a' })
    await queue.send(pool, 'deliver-sms', deliveries(2), { group: 'b' })
    const taken = await queue.fetch('deliver-sms', 10, { excludedGroups: ['a'] })
    expect(taken.map(({ data, group }) => [data.deliveryId, group])).toEqual([[id(2), 'b']])
  })

  it('were read without an error', () => {
    expect(errors).toEqual([])
  })
})
