import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

/** Any fixed number: it names the lock that makes processes starting at once migrate one after the other. */
const migrationLock = 7_205_931

/** Brings a database to the newest schema; safe to call from several processes at once. */
export const migrate = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, application_name: 'knockwire-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await runMigrations(drizzle(client), { migrationsFolder })
  } finally {
    await client.end()
  }
}
