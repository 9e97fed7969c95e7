import { appEnvironment } from './app-environment.ts'
import { findPrograms } from './app-programs.ts'
import { banner } from './banner.ts'
import { buildPages } from '../build/builds.ts'
import { startDatabase } from './database.ts'
import { complain, say, setLogFormat } from './log-lines.ts'
import { migrate } from './migrate.ts'
import { checkPorts } from './ports.ts'
import { removeReadyFile, writeReadyFile } from './ready-file.ts'
import { readSettings } from './settings.ts'
import { installShutdown } from './shutdown.ts'
import { startApps } from './start-apps.ts'

const shutdown = installShutdown()

const start = async (): Promise<void> => {
  const settings = readSettings()
  setLogFormat(settings.logFormat)
  await checkPorts(settings)
  const building = buildPages(() => say('Building the dashboard and the site (once, and whenever its sources change).'))
  const database = await startDatabase(settings)
  shutdown.onStop(database.stop)
  const env = appEnvironment(settings, database)
  const programs = await findPrograms()
  // Settled together, so that neither is left running unwatched when the other fails.
  for (const result of await Promise.allSettled([building, migrate(env, programs.migrate)])) {
    if (result.status === 'rejected') throw result.reason
  }
  shutdown.signal.throwIfAborted()
  const apps = await startApps(settings, env, shutdown, programs)
  shutdown.onStop(() => removeReadyFile(settings))
  // The clock of this process starts when it does, not when its first line runs.
  const tookMs = performance.now()
  await writeReadyFile(settings, database, apps, tookMs)
  if (settings.logFormat === 'pretty') console.log(banner(settings, database, tookMs))
  else say('Knockwire is ready.', { dashboard: settings.publicOrigin, receivers: settings.receiverOrigin })
  void database.ended.then(() => {
    if (shutdown.signal.aborted) return
    complain('PostgreSQL exited unexpectedly; its log is postgres.log in the data directory.')
    return shutdown.stop(1)
  })
}

await start().catch(async (error: unknown) => {
  // A stop interrupts whatever the start was waiting for.
  if (shutdown.signal.aborted) return
  complain(error instanceof Error ? error.message : String(error))
  await shutdown.stop(1)
})
