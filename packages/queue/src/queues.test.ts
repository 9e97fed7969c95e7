import { createTestDatabase } from '@knockwire/db/testing/test-database'
import { deliveryJobNames } from '@knockwire/domain/jobs'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createQueue } from './queue.ts'
import { heartbeatSecondsOf, installQueue } from './queues.ts'

describe('installing the queue', async () => {
  const { pool, url, close } = await createTestDatabase()
  afterAll(close)

  const uninstall = () => pool.query('drop schema pgboss cascade')
  const installed = async () => {
    const { rows } = await pool.query<{ name: string; policy: string; partition: boolean; notify: boolean }>(
      'select name, policy, partition, notify from pgboss.queue order by name',
    )
    return rows
  }
  /** What the installing sessions of this database have asked last. */
  const sessions = async () => {
    const { rows } = await pool.query<{ query: string }>(
      `select query from pg_stat_activity where datname = current_database() and application_name = 'knockwire-migrate'`,
    )
    return rows.map(({ query }) => query)
  }
  /** How many of them wait until another one has installed. */
  const asking = async () => (await sessions()).filter((query) => query.includes('advisory_lock')).length

  it('creates our queues and no others: runs in their own table, one job a key elsewhere, notifying commits for mails only', async () => {
    await uninstall()
    await installQueue(url)
    const quiet = ['standard', 'exclusive'].map((policy) => ({
      policy,
      partition: policy === 'standard',
      notify: false,
    }))
    const [run, delivery] = quiet
    const mail = { ...delivery, notify: true }
    expect(await installed()).toEqual([
      ...deliveryJobNames.toSorted().map((name) => ({ name, ...delivery })),
      { name: 'rate-mail', ...mail },
      { name: 'run', ...run },
      { name: 'system-mail', ...mail },
    ])
  })

  it('brings the queues to the settings of this version, and keeps their jobs', async () => {
    const settings = async () => {
      const { rows } = await pool.query(
        `select name, retry_limit, retry_backoff, heartbeat_seconds from pgboss.queue where name in ('run', 'rate-mail') order by name`,
      )
      return rows
    }
    const queue = createQueue({ url, pool, isWorker: false, onError: () => {} })
    onTestFinished(() => queue.stop())
    await queue.start()
    await queue.send(pool, 'system-mail', [{ to: 'ada@example.com', subject: 'kept', text: 'Hello.' }])
    await pool.query('update pgboss.queue set retry_limit = 99, retry_backoff = false, heartbeat_seconds = 99')
    await installQueue(url)
    expect(await settings()).toEqual([
      { name: 'rate-mail', retry_limit: 5, retry_backoff: true, heartbeat_seconds: heartbeatSecondsOf('rate-mail') },
      { name: 'run', retry_limit: 10, retry_backoff: false, heartbeat_seconds: heartbeatSecondsOf('run') },
    ])
    expect(await queue.depth('system-mail')).toEqual({ waiting: 1, inFlight: 0 })
  })

  it('waits while another process installs, so that one installs after the other', async () => {
    await uninstall()
    const other = await pool.connect()
    await other.query('select pg_advisory_lock(7205932)')
    const installing = Promise.all([installQueue(url), installQueue(url)])
    await expect.poll(asking).toBe(2)
    // An index that the one who installs builds waits for no statement of those who wait for it.
    await other.query(`create table indexed (id int); set lock_timeout = '4s'`)
    await other.query('create index concurrently on indexed (id)')
    await other.query('drop table indexed; reset lock_timeout')
    const { rows } = await pool.query(`select to_regnamespace('pgboss') as schema`)
    expect(rows).toEqual([{ schema: null }])
    await other.query('select pg_advisory_unlock(7205932)')
    other.release()
    await installing
    expect(await installed()).toHaveLength(3 + deliveryJobNames.length)
  })

  describe('where others hold a table that is to be changed', () => {
    const hold = async () => {
      await pool.query(`delete from pgboss.queue where name = 'rate-mail'`)
      const holder = new pg.Client({ connectionString: url })
      await holder.connect()
      await holder.query('begin; lock table pgboss.queue in share row exclusive mode')
      return holder
    }

    it('gives up soon, and installs once they are done', async () => {
      const holder = await hold()
      const waited: number[] = []
      const installing = installQueue(url, { onBlocked: (seconds) => waited.push(seconds) })
      await expect.poll(() => waited.length, { timeout: 10_000 }).toBe(1)
      await holder.query('commit')
      await holder.end()
      await installing
      expect(await installed()).toHaveLength(3 + deliveryJobNames.length)
    }, 30_000)

    it('fails once it has waited for long enough, and leaves no connection', async () => {
      const holder = await hold()
      await expect(installQueue(url, { lockWaitMs: 1000 })).rejects.toThrow('has used a table')
      await holder.end()
      await expect.poll(sessions).toEqual([])
      await installQueue(url)
    }, 30_000)
  })

  it('fails where a queue cannot be set up, and leaves no connection and no lock', async () => {
    const updateQueue = vi.spyOn(PgBoss.prototype, 'updateQueue')
    onTestFinished(() => updateQueue.mockRestore())
    updateQueue.mockRejectedValueOnce(new Error('no such column'))
    await expect(installQueue(url)).rejects.toThrow('no such column')
    await expect.poll(sessions).toEqual([])
    await installQueue(url)
  })

  it('fails where pg-boss only reports an error, of an index that it builds beside say', async () => {
    const updateQueue = vi.spyOn(PgBoss.prototype, 'updateQueue')
    onTestFinished(() => updateQueue.mockRestore())
    updateQueue.mockImplementationOnce(async function (this: PgBoss) {
      this.emit('error', new Error('no room for an index'))
    })
    await expect(installQueue(url)).rejects.toThrow('no room for an index')
  })

  it('is not done by a process that sends or works jobs', async () => {
    await uninstall()
    await pool.query('create schema pgboss')
    const queue = createQueue({ url, pool, isWorker: true, onError: () => {} })
    onTestFinished(() => queue.stop())
    await expect(queue.start()).rejects.toThrow('pg-boss is not installed')
    const { rows } = await pool.query(`select from pg_class where relnamespace = 'pgboss'::regnamespace`)
    expect(rows).toEqual([])
  })
})
