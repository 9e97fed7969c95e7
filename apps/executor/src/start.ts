import { isDatabaseOutage } from '@knockwire/db/failures/database-outage'
import { logOptions } from '@knockwire/services/log/log-options'
import { createSecrets } from '@knockwire/services/secrets/secrets'
import { namedListenError } from '@knockwire/services/settings/listen-errors'
import { BadSettings } from '@knockwire/services/settings/bad-settings'
import { untilUsable } from '@knockwire/services/start/until-usable'
import { parentPort } from 'node:worker_threads'
import { pino, type Logger } from 'pino'
import { startExecutor } from './executor.ts'
import { executorVersion, openContext } from './context.ts'
import { readSettings, type Settings, warningsOf } from './settings.ts'

/** Beyond the time that calls are given to end. */
const stopWithinMs = 10_000

const stopping = new AbortController()
// Signals come to the process's first thread, which passes them on.
parentPort?.on('message', () => stopping.abort())

const openLog = (logLevel: string) => pino(logOptions({ app: 'executor', version: executorVersion, logLevel }))

const fail = (error: unknown): never => {
  // A start that was waiting for the database, and was stopped.
  if (stopping.signal.aborted && error instanceof Error && error.name === 'AbortError') process.exit(0)
  if (error instanceof BadSettings) process.stderr.write(`${error.message}\n`)
  else openLog('info').fatal({ err: error }, 'the executor has failed')
  process.exit(1)
}

const start = async () => {
  const settings = readSettings()
  const log = openLog(settings.logLevel)
  const onError = (error: Error) =>
    log.error({ err: error }, isDatabaseOutage(error) ? 'the database does not answer' : 'unexpected error')
  for (const warning of warningsOf()) log.warn(warning)
  const { signal } = stopping
  const { databaseUrl, keyring, host, port, operatorHost, operatorPort } = settings
  const listens = [
    { host, port },
    { host: operatorHost, port: operatorPort },
  ]
  const identity = { applicationName: 'knockwire-executor', version: executorVersion }
  try {
    await untilUsable({ ...identity, databaseUrl, secrets: createSecrets(keyring), listens, log, signal })
    const { context, close } = await openContext(settings, log, onError)
    const executor = await startExecutor(context)
    const ports = { port: executor.port, operatorPort: executor.operatorPort }
    log.info({ ...ports, concurrency: settings.concurrency }, 'executor started')
    stopOnSignal(settings, log, async () => {
      await executor.stop()
      await close()
    })
  } catch (error) {
    throw namedListenError(error, listenSettingsOf(settings))
  }
}

const listenSettingsOf = ({ host, operatorHost, port, operatorPort }: Settings) => ({
  hosts: { HOST: host, OPERATOR_HOST: operatorHost },
  ports: { EXECUTOR_PORT: port, EXECUTOR_OPERATOR_PORT: operatorPort },
})

const stopOnSignal = ({ drainMs }: Settings, log: Logger, stop: () => Promise<void>) => {
  const onSignal = () => {
    log.info('executor stops')
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
  if (stopping.signal.aborted) onSignal()
  else stopping.signal.addEventListener('abort', onSignal, { once: true })
}

await start().catch(fail)
