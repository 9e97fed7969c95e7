import { createTestDatabase } from '@knockwire/db/testing/test-database'
import pg from 'pg'
import { Registry } from 'prom-client'
import { afterAll, describe, expect, it } from 'vitest'
import { registerDatabaseGauges } from './database-gauges.ts'
import { measurePools } from './measure-pools.ts'

it('connections are measured by pool: idle, in use, and callers that wait for one', async () => {
  const registry = new Registry()
  measurePools(registry, {
    queries: { idleCount: 3, totalCount: 10, waitingCount: 5, options: { max: 10 } },
    queue: { idleCount: 1, totalCount: 1, waitingCount: 2, options: { max: 4 } },
  })
  const text = await registry.metrics()
  expect(text.split('\n').filter((line) => line.startsWith('knockwire_database_connections'))).toEqual([
    'knockwire_database_connections{pool="queries",state="idle"} 3',
    'knockwire_database_connections{pool="queries",state="in_use"} 7',
    'knockwire_database_connections{pool="queries",state="awaited"} 2',
    'knockwire_database_connections{pool="queue",state="idle"} 1',
    'knockwire_database_connections{pool="queue",state="in_use"} 0',
    'knockwire_database_connections{pool="queue",state="awaited"} 0',
  ])
})

describe('a scrape that looks into the database itself', async () => {
  const database = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  afterAll(async () => {
    await pool.end()
    await database.close()
  })
  const registry = new Registry()
  const query = async () => (await pool.query<{ one: number }>('select 1 as one')).rows[0]?.one ?? 0
  const gauges = [{ name: 'one', help: 'One.', of: Number }]
  registerDatabaseGauges(registry, { query, gauges, onError: () => {} })
  measurePools(registry, { queries: pool })
  const awaited = async () => /state="awaited"\} (\d+)/.exec(await registry.metrics())?.[1]

  it('is not counted as a caller that waits for a connection, also while all but one are in use', async () => {
    expect([await awaited(), await awaited()]).toEqual(['0', '0'])
    const held = await pool.connect()
    expect([await awaited(), await awaited()]).toEqual(['0', '0'])
    held.release()
  })

  it('is counted where it does wait, since all are in use', async () => {
    const held = [await pool.connect(), await pool.connect()]
    const waiting = [pool.query('select 1'), pool.query('select 1')]
    const scraped = awaited()
    for (const client of held) client.release()
    expect(await scraped).toBe('3')
    await Promise.all(waiting)
  })
})
