import { createTestDatabase } from '@knockwire/db/testing/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { createQueue, type LeasedJob } from './queue.ts'

const executionId = '00000000-0000-7000-8000-000000000001'
const jobs = 6

describe('leased jobs', async () => {
  const { db, pool, url, close } = await createTestDatabase()
  // A plan that reads the table as it lies, not by the index.
  const options = '-c enable_indexscan=off -c enable_indexonlyscan=off'
  const scanning = new pg.Pool({ connectionString: url, max: 2, application_name: 'scanning', options })
  const queue = createQueue({ url, pool: scanning, isWorker: false, onError: () => {} })
  await queue.start()
  afterAll(async () => {
    await queue.stop()
    await scanning.end()
    await close()
  })

  const waitsForLock = async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity where application_name = 'scanning' and datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length === 1
  }

  it.each<[string, (leased: LeasedJob<'run'>[]) => Promise<unknown>]>([
    ['renewed', (leased) => queue.renew('run', leased)],
    ['completed', (leased) => queue.complete(scanning, 'run', leased)],
  ])(
    'are locked in the order of their ids when they are %s, so that no two processes wait for each other',
    async (_, use) => {
      await pool.query('delete from pgboss.job')
      await db.transaction((tx) =>
        queue.send(
          tx,
          'run',
          Array.from({ length: jobs }, () => ({ executionIds: [executionId] })),
        ),
      )
      const leased = await queue.fetch('run', jobs)
      const [first] = leased.map(({ id }) => id).toSorted()
      // The first lies behind all others.
      await pool.query(
        'with moved as (delete from pgboss.job returning *) insert into pgboss.job select * from moved order by id desc',
      )
      const other = await pool.connect()
      await other.query('begin')
      await other.query('select from pgboss.job where id = $1 for update', [first])
      const used = use(leased)
      await expect.poll(waitsForLock).toBe(true)
      const { rowCount: free } = await pool.query(`select from pgboss.job where name = 'run' for update skip locked`)
      await other.query('commit')
      other.release()
      await used
      expect(free).toBe(jobs - 1)
    },
  )
})
