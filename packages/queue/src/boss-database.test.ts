import { createTestDatabase } from '@knockwire/db/testing/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { within } from './boss-database.ts'
import { createQueue } from './queue.ts'

describe('the database of pg-boss', async () => {
  const { pool, url, close } = await createTestDatabase()
  afterAll(close)

  it('has a statement prepared once in each session, and several at once in none', async () => {
    const client = await pool.connect()
    onTestFinished(() => client.release())
    const database = within(client)
    const prepared = async () => {
      const { rows } = await client.query<{ name: string; statement: string }>(
        `select name, statement from pg_prepared_statements where statement like '%twice%' order by statement`,
      )
      return rows
    }
    const [one, two] = ['select $1::int + 1 as twice', 'select $1::int + 2 as twice']
    expect((await database.executeSql(one, [1])).rows).toEqual([{ twice: 2 }])
    expect((await database.executeSql(one, [2])).rows).toEqual([{ twice: 3 }])
    expect((await database.executeSql(two, [1])).rows).toEqual([{ twice: 3 }])
    await database.executeSql('select 1 as twice; select 2 as twice')
    const statements = await prepared()
    expect(statements.map(({ statement }) => statement)).toEqual([one, two])
    // Another library that prepares statements in the same session has other names.
    expect(statements.every(({ name }) => /^boss_[0-9a-f]{40}$/.test(name))).toBe(true)
  })

  it('an announcement wakes the process that sends it once, and the others once', async () => {
    const openPool = () => new pg.Pool({ connectionString: url, max: 2, application_name: 'process' })
    const start = async () => {
      const own = openPool()
      const heard: string[] = []
      const queue = createQueue({ url, pool: own, isWorker: true, onError: () => {} })
      await queue.start()
      onTestFinished(async () => {
        await queue.stop()
        await own.end()
      })
      for (const name of ['run', 'deliver-sms'] as const) queue.onJobsSent(name, () => void heard.push(name))
      return { queue, heard }
    }
    const [one, other] = [await start(), await start()]
    one.queue.announce('run')
    await expect.poll(() => other.heard).toEqual(['run'])
    // What is heard comes in the order in which it was sent, so what it sent itself has been heard, too.
    other.queue.announce('deliver-sms')
    await expect.poll(() => one.heard).toContain('deliver-sms')
    expect([one.heard, other.heard]).toEqual([
      ['run', 'deliver-sms'],
      ['run', 'deliver-sms'],
    ])
  })
})
