import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

const buildIndex = 'CREATE INDEX CONCURRENTLY "big_value" ON "big" USING btree ("value");'

describe('migrations', () => {
  let database: TestDatabase
  let folder: string
  beforeEach(async () => {
    database = await createTestDatabase()
    await database.pool.query('create table big (value int); insert into big select generate_series(1, 1000)')
    folder = await mkdtemp(join(tmpdir(), 'knockwire-migrations-'))
  })
  afterEach(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })

  /** Migrations that are newer than all of the product's own. */
  const writeMigrations = async (files: Record<string, string>) => {
    await mkdir(join(folder, 'meta'), { recursive: true })
    const entries = Object.keys(files).map((tag, idx) => ({
      idx,
      tag,
      when: 9_000_000_000_000 + idx,
      breakpoints: true,
    }))
    for (const [tag, sql] of Object.entries(files)) await writeFile(join(folder, `${tag}.sql`), sql)
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
  }

  const valueIsIndexed = async () => {
    const { rows } = await database.pool.query(
      `select indisvalid from pg_index where indexrelid = to_regclass('big_value')`,
    )
    return rows[0]?.indisvalid as boolean | undefined
  }

  const recorded = async () => {
    const { rows } = await database.pool.query(
      'select count(*)::int as count from drizzle.__drizzle_migrations where created_at >= 9000000000000',
    )
    return rows[0].count as number
  }

  const buildersSql = `
    select pid from pg_stat_activity
    where datname = current_database() and query like 'CREATE INDEX%' and wait_event_type = 'Lock'`
  /** Waits until the build waits for the transaction that the test has open, and gives its process. */
  const untilBuildWaits = async (): Promise<number> => {
    const builders = async () => (await database.pool.query<{ pid: number }>(buildersSql)).rows
    await expect.poll(builders).toHaveLength(1)
    return (await builders())[0]?.pid ?? 0
  }

  /** An open transaction that has written to the table: an index build has to wait for its end. */
  const openWriter = async () => {
    const client = new pg.Client({ connectionString: database.url })
    client.on('error', () => {})
    await client.connect()
    await client.query('begin; insert into big values (-1)')
    return client
  }

  it('nobody who writes to a table waits while an index is built on it', async () => {
    await writeMigrations({ '0000_index': buildIndex })
    const writer = await openWriter()
    const migrating = migrate(database.url, { folder })
    await untilBuildWaits()
    await database.pool.query(`begin; set local lock_timeout = '2s'; insert into big values (-2); commit`)
    expect(await valueIsIndexed()).toBe(false)
    await writer.query('commit')
    await writer.end()
    await migrating
    expect(await valueIsIndexed()).toBe(true)
    expect(await recorded()).toBe(1)
  })

  describe('a table that is to be changed and is read by a backup', () => {
    const change = { '0000_column': 'alter table big add column name text' }
    const openBackup = async () => {
      const client = new pg.Client({ connectionString: database.url })
      await client.connect()
      await client.query('begin; lock table big in access share mode')
      return client
    }
    const waitsSql = `
      select pid from pg_stat_activity
      where datname = current_database() and query like 'alter table big%' and wait_event_type = 'Lock'`

    it('has nobody wait for long who writes to it, and is changed once the backup is over', async () => {
      await writeMigrations(change)
      const backup = await openBackup()
      const waited: number[] = []
      const migrating = migrate(database.url, { folder, onBlocked: (seconds) => waited.push(seconds) })
      await expect.poll(async () => (await database.pool.query(waitsSql)).rowCount, { interval: 5 }).toBe(1)
      await database.pool.query(`begin; set local lock_timeout = '4s'; insert into big values (-2); commit`)
      await expect.poll(() => waited.length).toBe(1)
      expect(await recorded()).toBe(0)
      await backup.query('commit')
      await backup.end()
      await migrating
      expect(await recorded()).toBe(1)
    }, 30_000)

    it('is waited for no longer than for another process that migrates', async () => {
      await writeMigrations(change)
      const backup = await openBackup()
      await expect(migrate(database.url, { folder, lockWaitMs: 1000 })).rejects.toThrow('has used a table')
      await backup.end()
      expect(await recorded()).toBe(0)
    })
  })

  it('a file whose tables are locked in another order by somebody else is applied once PostgreSQL has ended one of the two', async () => {
    await database.pool.query('create table other (value int)')
    await writeMigrations({
      '0000_columns': `alter table big add column name text;--> statement-breakpoint
        select set_config('deadlock_timeout', '300ms', true);--> statement-breakpoint
        alter table other add column name text`,
    })
    const holder = await database.pool.connect()
    try {
      await holder.query("begin; set local deadlock_timeout = '1min'; lock table other in row exclusive mode")
      const blocked: number[] = []
      const migrating = migrate(database.url, {
        folder,
        lockWaitMs: 2500,
        onBlocked: (seconds) => blocked.push(seconds),
      })
      const locked = `select 1 from pg_locks where relation = 'big'::regclass and mode = 'AccessExclusiveLock' and granted`
      await expect.poll(async () => (await database.pool.query(locked)).rowCount, { interval: 5 }).toBe(1)
      await holder.query('select count(*) from big')
      await holder.query('commit')
      await migrating
      expect([await recorded(), blocked.length]).toEqual([1, 1])
    } finally {
      holder.release()
    }
  }, 30_000)

  it('an index build that was interrupted is done again from the start', async () => {
    await writeMigrations({ '0000_index': buildIndex })
    const writer = await openWriter()
    const interrupted = migrate(database.url, { folder }).catch((error: Error) => error.message)
    await database.pool.query('select pg_terminate_backend($1)', [await untilBuildWaits()])
    expect(await interrupted).toContain('terminating connection')
    await writer.query('rollback')
    await writer.end()
    expect([await valueIsIndexed(), await recorded()]).toEqual([false, 0])
    await migrate(database.url, { folder })
    expect([await valueIsIndexed(), await recorded()]).toEqual([true, 1])
  })

  it('an index that was complete before its build was recorded is kept', async () => {
    await writeMigrations({ '0000_index': buildIndex })
    await database.pool.query(buildIndex)
    await migrate(database.url, { folder })
    expect([await valueIsIndexed(), await recorded()]).toEqual([true, 1])
  })

  it('two processes that start while an index is built both come to an end', async () => {
    await writeMigrations({ '0000_index': buildIndex })
    const writer = await openWriter()
    const migrating = Promise.all([migrate(database.url, { folder }), migrate(database.url, { folder })])
    await untilBuildWaits()
    await writer.query('commit')
    await writer.end()
    await migrating
    expect([await valueIsIndexed(), await recorded()]).toEqual([true, 1])
  })

  it('a file that fails leaves nothing of itself, and those before it applied', async () => {
    await writeMigrations({
      '0000_column': 'alter table big add column name text',
      '0001_wrong': 'alter table big add column more text;--> statement-breakpoint\nselect 1 / 0',
    })
    await expect(migrate(database.url, { folder })).rejects.toThrow('division by zero')
    const { fields } = await database.pool.query('select * from big limit 0')
    expect([fields.map(({ name }) => name), await recorded()]).toEqual([['value', 'name'], 1])
  })

  it('an index build beside other statements is rejected', async () => {
    await writeMigrations({
      '0000_mixed': `alter table big add column name text;--> statement-breakpoint\n${buildIndex}`,
    })
    await expect(migrate(database.url, { folder })).rejects.toThrow('its own file')
  })

  it('end with an error where another process that migrates hangs', async () => {
    const holder = await database.pool.connect()
    try {
      await holder.query('select pg_advisory_lock(7205931)')
      await expect(migrate(database.url, { folder, lockWaitMs: 200 })).rejects.toThrow('has been migrating')
    } finally {
      await holder.query('select pg_advisory_unlock_all()')
      holder.release()
    }
  })
})

describe("the product's own migrations", () => {
  const folder = fileURLToPath(new URL('../migrations', import.meta.url))
  const bigTables = [
    'executions',
    'execution_details',
    'received_requests',
    'deliveries',
    'schedules',
    'receiver_counters',
    'tasks',
  ]

  /** The big tables on which a migration builds an index while it makes those who write to them wait. */
  const blockedBy = (sql: string): string[] =>
    [...sql.matchAll(/create (?:unique )?index (?!concurrently)[^;]*? on "(\w+)"/gi)]
      .map(([, table = '']) => table)
      .filter((table) => bigTables.includes(table) && !sql.includes(`CREATE TABLE "${table}"`))

  it('build indexes on big tables that exist already without blocking who writes to them', async () => {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
    const sql = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
    expect(sql.flatMap(blockedBy)).toEqual([])
  })

  it('are found out where one blocks who writes to a big table', () => {
    const index = 'CREATE INDEX "tasks_name" ON "tasks" USING btree ("name");'
    expect(blockedBy(index)).toEqual(['tasks'])
    expect(blockedBy(index.replace('INDEX', 'INDEX CONCURRENTLY'))).toEqual([])
    expect(blockedBy(`CREATE TABLE "tasks" ("name" text);${index}`)).toEqual([])
  })
})

it('a migration gives up a server that accepts and does not answer', async () => {
  const server = createServer((socket) => void socket.on('error', () => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address instanceof Object ? address.port : 0
  await expect(migrate(`postgres://nobody@127.0.0.1:${port}/none`, { connectMs: 200 })).rejects.toThrow(
    'timeout expired',
  )
  server.close()
})
