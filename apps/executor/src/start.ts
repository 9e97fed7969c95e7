import { errorForLog } from '@knockwire/services/error-for-log'
import { parentPort } from 'node:worker_threads'
import { pino, type Logger } from 'pino'
import { startExecutor } from './executor.ts'
import { openContext } from './context.ts'
import { readSettings, type Settings } from './settings.ts'

/** Beyond the time that calls are given to end. */
const stopWithinMs = 10_000

const start = async () => {
  const settings = settingsOrExit()
  const log = pino({ level: settings.logLevel, base: { app: 'executor' }, serializers: { err: errorForLog } })
  const onError = (error: Error) => log.error({ err: error }, 'unexpected error')
  const { context, close } = await openContext(settings, log, onError)
  const executor = await startExecutor(context)
  log.info(
    { port: executor.port, operatorPort: executor.operatorPort, concurrency: settings.concurrency },
    'executor started',
  )
  stopOnSignal(settings, log, async () => {
    await executor.stop()
    await close()
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

const stopOnSignal = ({ drainMs }: Settings, log: Logger, stop: () => Promise<void>) => {
  let isStopping = false
  // Signals come to the process's first thread, which passes them on.
  parentPort?.on('message', (signal: NodeJS.Signals) => {
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
  })
}

await start()
