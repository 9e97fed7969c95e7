import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { buildIndexes, isIndexMigration } from './migrations/build-indexes.ts'

const ownFolder = fileURLToPath(new URL('../migrations', import.meta.url))

/** Any fixed number: it names the lock that makes processes starting at once migrate one after the other. */
const migrationLock = 7_205_931
const lockRetryMs = 100
/**
 * A statement that waits for the lock of a table has everybody wait behind it who writes to that table: a backup reads it for hours. So it
 * gives up soon, though not before PostgreSQL has interrupted a vacuum that is in its way, and tries again once the others have had their turn.
 */
const tableLockMs = 2000
const tableLockPauseMs = 5000
const lockNotAvailable = '55P03'
/** A server that accepts and says nothing is as good as none. */
export const connectWithinMs = 10_000
/** An index on a big table takes minutes; a migrator that takes longer hangs, and the one who waits is to know. */
const defaultLockWaitMs = 30 * 60_000

interface MigrateOptions {
  folder?: string
  lockWaitMs?: number
  connectMs?: number
  /** A file waits for those who use its tables: called with each try that fails. */
  onBlocked?: (waitedSeconds: number) => void
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
    await lockMigrations(client, lockWaitMs)
    await client.query(recordTable)
    const appliedUntil = await newestApplied(client)
    for (const migration of readMigrationFiles({ migrationsFolder: folder }))
      if (migration.folderMillis > appliedUntil) await apply(client, migration, { lockWaitMs, onBlocked })
  } finally {
    await client.end()
  }
}

/** Asks again and again: a statement that waits for the lock would be waited for by the index build of its holder. */
const lockMigrations = async (client: pg.Client, lockWaitMs: number) => {
  const deadline = performance.now() + lockWaitMs
  for (;;) {
    const sql = 'select pg_try_advisory_lock($1) as locked'
    const { rows } = await client.query<{ locked: boolean }>(sql, [migrationLock])
    if (rows[0]?.locked) return
    if (performance.now() > deadline)
      throw new Error(
        `Another process has been migrating this database for ${Math.round(lockWaitMs / 60_000)} minutes: end it, or wait and start again.`,
      )
    await sleep(lockRetryMs)
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

const apply = async (
  client: pg.Client,
  migration: MigrationMeta,
  { lockWaitMs, onBlocked }: Required<Pick<MigrateOptions, 'lockWaitMs' | 'onBlocked'>>,
) => {
  if (isIndexMigration(migration.sql)) {
    await buildIndexes(client, migration.sql)
    await record(client, migration)
    return
  }
  const startedAt = performance.now()
  while (!(await tryToApply(client, migration))) {
    const waitedMs = performance.now() - startedAt
    if (waitedMs >= lockWaitMs)
      throw new Error(
        `Another process has used a table that is to be changed for ${Math.round(waitedMs / 60_000)} minutes: end it, such as a backup, or wait and start again.`,
      )
    onBlocked(Math.round(waitedMs / 1000))
    await sleep(Math.min(tableLockPauseMs, lockWaitMs))
  }
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
    if (error instanceof pg.DatabaseError && error.code === lockNotAvailable) return false
    throw error
  }
}

const record = (client: pg.Client, { hash, folderMillis }: MigrationMeta) =>
  client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis])
