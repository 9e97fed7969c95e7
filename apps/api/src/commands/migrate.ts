import { migrate } from '@knockwire/db/migrate'
import { installQueue } from '@knockwire/queue/queues'
import { BadSettings } from '@knockwire/services/settings/bad-settings'
import { readSettings } from '../settings.ts'

/** Brings the database at DATABASE_URL to this version: our tables and the queue's. Run before the apps, as often as one likes. */
try {
  const { databaseUrl } = readSettings()
  await migrate(databaseUrl)
  await installQueue(databaseUrl)
} catch (error) {
  const text = error instanceof BadSettings ? error.message : `The database could not be migrated. ${String(error)}`
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}
