import '@knockwire/db/drizzle-import-hook'
import { pino } from 'pino'
import { logOptions } from './plugins/observe/request-log.ts'
import { BadSettings } from '@knockwire/services/settings/shared-settings'
import { readSettings } from './settings.ts'

/** How long requests in flight get to end before the process ends without them. */
const drainMs = 15_000

const fail = (error: unknown): never => {
  if (error instanceof BadSettings) process.stderr.write(`${error.message}\n`)
  else pino(logOptions({ logLevel: 'info' })).fatal({ err: error }, 'the API has failed')
  process.exit(1)
}

const run = async () => {
  const settings = readSettings()
  const { startApi } = await import('./start.ts')
  const api = await startApi(settings)
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), drainMs).unref()
    api.stop().catch(fail)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

// Logged, since only the log names the lines of the sources in a stack.
process.on('uncaughtException', fail)
await run().catch(fail)
