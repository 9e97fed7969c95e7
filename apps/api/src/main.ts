import { stopSignal } from './stop-signal.ts'
import '@knockwire/db/drizzle-import-hook'
import { pino } from 'pino'
import { logOptions } from './plugins/observe/request-log.ts'
import { namedListenError } from '@knockwire/services/settings/listen-errors'
import { readSettings, type Settings } from './settings.ts'
import { BadSettings } from '@knockwire/services/settings/bad-settings'

/** How long requests in flight get to end before the process ends without them. */
const drainMs = 15_000

const fail = (error: unknown): never => {
  // A start that was waiting for the database, and was stopped.
  if (stopSignal.aborted && error instanceof Error && error.name === 'AbortError') process.exit(0)
  if (error instanceof BadSettings) process.stderr.write(`${error.message}\n`)
  else pino(logOptions({ logLevel: 'info' })).fatal({ err: error }, 'the API has failed')
  process.exit(1)
}

const listenSettingsOf = ({ host, operatorHost, port, receiverPort, operatorPort }: Settings) => ({
  hosts: { HOST: host, OPERATOR_HOST: operatorHost },
  ports: { PORT: port, RECEIVER_PORT: receiverPort, OPERATOR_PORT: operatorPort },
})

const run = async () => {
  const settings = readSettings()
  const { startApi } = await import('./start.ts')
  const api = await startApi(settings, stopSignal).catch((error: unknown) => {
    throw namedListenError(error, listenSettingsOf(settings))
  })
  const stop = () => {
    // Until then it serves on, and is not ready.
    setTimeout(() => {
      setTimeout(() => process.exit(1), drainMs).unref()
      api.stop().catch(fail)
    }, settings.stopDelayMs)
  }
  if (stopSignal.aborted) stop()
  else stopSignal.addEventListener('abort', stop, { once: true })
}

// Logged, since only the log names the lines of the sources in a stack.
process.on('uncaughtException', fail)
await run().catch(fail)
