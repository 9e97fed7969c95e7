import { openDatabase } from '@knockwire/db/client'
import { createSecrets } from '@knockwire/db/secrets'
import { createOutboundClient } from '@knockwire/outbound/create-client'
import { createQueue } from '@knockwire/queue/queue'
import { pino, type Logger } from 'pino'
import manifest from '../package.json' with { type: 'json' }
import type { ExecutorContext } from './context.ts'
import { startExecutor } from './executor.ts'
import { createMailer } from './mail/create-mailer.ts'
import { readSettings, type Settings } from './settings.ts'

/** Dispatch, the steps of runs, the queue's own statements and upkeep; calls hold no connection. */
const connections = 12
/** Beyond the time that calls are given to end. */
const stopWithinMs = 10_000

const main = async () => {
  const settings = settingsOrExit()
  const log = pino({ level: settings.logLevel, base: { app: 'executor' } })
  const context = await createContext(settings, log)
  const executor = await startExecutor(context)
  log.info({ port: executor.port, concurrency: settings.concurrency }, 'executor started')
  stopOnSignal(settings, log, async () => {
    await executor.stop()
    await context.client.close()
    context.mailer.close()
    await context.database.close()
  })
}

const settingsOrExit = (): Settings => {
  try {
    return readSettings()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

const createContext = async (settings: Settings, log: Logger): Promise<ExecutorContext> => {
  const onError = (error: Error) => log.error({ err: error }, 'executor met an error')
  const database = openDatabase({
    url: settings.databaseUrl,
    max: connections,
    applicationName: 'knockwire-executor',
    onIdleError: onError,
  })
  const queue = createQueue({
    url: settings.databaseUrl,
    pool: database.pool,
    isWorker: true,
    onError,
    onWarning: (message, data) => log.warn({ data }, message),
  })
  await queue.start()
  const client = createOutboundClient({
    allowCidrs: settings.outboundAllowCidrs,
    deniedAddresses: settings.ownEndpoints,
    deniedHosts: settings.ownHosts,
    userAgent: `Knockwire/${manifest.version}`,
  })
  const secrets = createSecrets(settings.keyring)
  return { settings, database, queue, secrets, client, mailer: createMailer(settings.mail, database.db), log, onError }
}

const stopOnSignal = ({ drainMs }: Settings, log: Logger, stop: () => Promise<void>) => {
  let isStopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'executor stops')
    // What is not ended by then is made again elsewhere, as after a crash.
    setTimeout(() => process.exit(1), drainMs + stopWithinMs).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'executor did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

await main()
