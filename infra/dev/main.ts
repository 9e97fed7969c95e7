import { appEnvironment } from '../start/app-environment.ts'
import { banner } from '../start/banner.ts'
import { buildPages } from '../build/builds.ts'
import { startDatabase } from '../start/database.ts'
import { migrate } from '../start/migrate.ts'
import { checkPorts } from '../start/ports.ts'
import { readSettings } from '../start/settings.ts'
import { installShutdown } from '../start/shutdown.ts'
import { startApps } from '../start/start-apps.ts'
import { restartOnChange } from './restart-on-change.ts'
import { startVite } from './start-vite.ts'

const vitePort = 5173

const shutdown = installShutdown()

/** Everything that the start command starts, restarted on changes, with the dashboard from Vite's server. */
const start = async (): Promise<void> => {
  // The address that the browser is at: the API accepts writes from there alone.
  process.env['PUBLIC_ORIGIN'] ||= `http://localhost:${vitePort}`
  const settings = readSettings()
  await checkPorts(settings)
  await buildPages(() => console.log('Building the site, which the API serves.'))
  const database = await startDatabase(settings)
  shutdown.onStop(database.stop)
  const env = appEnvironment(settings, database)
  await migrate(env)
  shutdown.signal.throwIfAborted()
  const apps = await startApps(settings, env, shutdown)
  const unwatch = await restartOnChange(apps)
  shutdown.onStop(async () => unwatch())
  shutdown.onStop(startVite(env, vitePort))
  console.log(banner(settings, database, performance.now()))
}

await start().catch(async (error: unknown) => {
  if (shutdown.signal.aborted) return
  console.error(error instanceof Error ? error.message : String(error))
  await shutdown.stop(1)
})
