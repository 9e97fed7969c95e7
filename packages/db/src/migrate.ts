import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { buildIndexes, isIndexMigration } from './migrations/build-indexes.ts'
import {
  defaultLockWaitMs,
  isTableLocked,
  tableLockMs,
  type TableLockOptions,
  untilTablesAreFree,
} from './locks/table-locks.ts'
import { lockOneAtATime } from './locks/one-at-a-time.ts'

const ownFolder = fileURLToPath(new URL('../migrations', import.meta.url))

/** Any fixed number: it names the lock that makes processes starting at once migrate one after the other. */
const migrationLock = 7_205_931
/** A server that accepts and says nothing is as good as none. */
export const connectWithinMs = 10_000

interface MigrateOptions extends TableLockOptions {
  folder?: string
  connectMs?: number
}

/**
 * Brings a database to the newest schema; safe to call from several processes at once, and again after it was
 * interrupted. Each file is its own transaction, except those that build indexes on big tables: they run outside
 * of one, so that nobody who writes to the table waits. What has been applied is kept where drizzle's migrator keeps it.
 */
export const migrate = async (
  url: string,
  {
    folder = ownFolder,
    lockWaitMs = defaultLockWaitMs,
    connectMs = connectWithinMs,
    onBlocked = () => {},
  }: MigrateOptions = {},
): Promise<void> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'knockwire-migrate',
    connectionTimeoutMillis: connectMs,
  })
  await client.connect()
  try {
    await lockOneAtATime(client, migrationLock, lockWaitMs)
    await client.query(recordTable)
    const appliedUntil = await newestApplied(client)
    for (const migration of readMigrationFiles({ migrationsFolder: folder }))
      if (migration.folderMillis > appliedUntil) await apply(client, migration, { lockWaitMs, onBlocked })
  } finally {
    await client.end()
  }
}

const recordTable = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`

const newestApplied = async (client: pg.Client): Promise<number> => {
  const sql = 'select max(created_at)::float8 as newest from drizzle.__drizzle_migrations'
  const { rows } = await client.query<{ newest: number | null }>(sql)
  return rows[0]?.newest ?? -Infinity
}

const apply = async (client: pg.Client, migration: MigrationMeta, options: TableLockOptions) => {
  if (isIndexMigration(migration.sql)) {
    await buildIndexes(client, migration.sql)
    await record(client, migration)
    return
  }
  await untilTablesAreFree(() => tryToApply(client, migration), options)
}

/** False, with nothing applied, where others hold a table that it changes. */
const tryToApply = async (client: pg.Client, migration: MigrationMeta): Promise<boolean> => {
  await client.query(`begin; set local lock_timeout = ${tableLockMs}`)
  try {
    for (const statement of migration.sql) await client.query(statement)
    await record(client, migration)
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback').catch(() => {})
    if (isTableLocked(error)) return false
    throw error
  }
}

const record = (client: pg.Client, { hash, folderMillis }: MigrationMeta) =>
  client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis])
