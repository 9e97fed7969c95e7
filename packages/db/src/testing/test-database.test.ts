import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from './test-database.ts'

it('each caller gets an empty database with the newest schema', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await one.pool.query(`insert into rate_windows values ('a', now(), now(), 1)`)
  const counts = await Promise.all([one, other].map(({ pool }) => pool.query('select from rate_windows')))
  expect(counts.map(({ rowCount }) => rowCount)).toEqual([1, 0])
  await Promise.all([one.close(), other.close()])
})

it('the test database is dropped when it is closed', async () => {
  const { url, close } = await createTestDatabase()
  await close()
  await expect(new pg.Client({ connectionString: url }).connect()).rejects.toThrow('does not exist')
})

it('closing the test database fails, and still drops it, where a connection was left open', async () => {
  const { url, close } = await createTestDatabase()
  const leak = new pg.Client({ connectionString: url, application_name: 'forgotten' })
  leak.on('error', () => {})
  await leak.connect()
  await expect(close()).rejects.toThrow('forgotten')
  await expect(new pg.Client({ connectionString: url }).connect()).rejects.toThrow('does not exist')
})

it('closing the test database ends the statements of a client that was killed', async () => {
  const { pool, url, close } = await createTestDatabase()
  const killed = new pg.Client({ connectionString: url, application_name: 'killed' })
  killed.on('error', () => {})
  await killed.connect()
  void killed.query('select pg_sleep(600)').catch(() => {})
  const isActive = `select from pg_stat_activity where application_name = 'killed' and state = 'active'`
  await expect.poll(async () => (await pool.query(isActive)).rowCount).toBe(1)
  // As the system closes it where the process is killed.
  killed.connection.stream.destroy()
  await close()
})

it('fails where a client of its own pool was not released', async () => {
  const { pool, close } = await createTestDatabase()
  const client = await pool.connect()
  client.on('error', () => {})
  await expect(close()).rejects.toThrow('was not released')
  client.release(true)
})
