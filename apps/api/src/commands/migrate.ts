import { migrate } from '@knockwire/db/migrate'
import { installQueue } from '@knockwire/queue/queues'
import { BadSettings } from '@knockwire/services/settings/bad-settings'
import { untilReachable } from '@knockwire/services/start/until-usable'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { logOptions } from '../plugins/observe/request-log.ts'
import { readSettings } from '../settings.ts'

const defaultWaitSeconds = 600

/** How long to wait for a database that does not answer yet: `--wait SECONDS`. */
const readWait = (): number => {
  const { wait = String(defaultWaitSeconds) } = parseArgs({ options: { wait: { type: 'string' } } }).values
  if (!/^\d{1,6}$/.test(wait)) throw new BadSettings(`--wait takes a number of seconds, not "${wait}".`)
  return Number(wait) * 1000
}

/** Brings the database at DATABASE_URL to this version: our tables and the queue's. Run before the apps, as often as one likes. */
try {
  const limitMs = readWait()
  const settings = readSettings()
  const { databaseUrl } = settings
  const log = pino(logOptions(settings), pino.destination({ fd: 2, sync: true }))
  await untilReachable({ databaseUrl, applicationName: 'knockwire-migrate', log, limitMs })
  const onBlocked = (waitedSeconds: number) =>
    log.warn({ waitedSeconds }, 'waiting for those who use a table that is to be changed, such as a backup')
  await migrate(databaseUrl, { onBlocked })
  await installQueue(databaseUrl, { onBlocked })
} catch (error) {
  const text = error instanceof BadSettings ? error.message : `The database could not be migrated. ${String(error)}`
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}
