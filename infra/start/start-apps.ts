import { type AppPrograms, sourcePrograms } from './app-programs.ts'
import { readExecutorEnvironment } from './executor-environment.ts'
import type { StartSettings } from './settings.ts'
import type { Shutdown } from './shutdown.ts'
import { supervise, type Supervised } from './supervise.ts'
import { waitUntilReady } from './wait-until-ready.ts'

/**
 * Starts the API under supervision, then the executor; resolves once both are ready. The executor calls what is due at once, and
 * that may be a receiver of this server.
 */
export const startApps = async (
  settings: StartSettings,
  env: NodeJS.ProcessEnv,
  { onStop, onForce, signal }: Shutdown,
  programs: AppPrograms = sourcePrograms,
) => {
  const everywhere = settings.host === '0.0.0.0' || settings.host === '::'
  const host = everywhere ? '127.0.0.1' : settings.host
  const apps = [
    { name: 'api', script: programs.api, env, readyUrl: `http://${host}:${settings.api.port}/readyz` },
    {
      name: 'executor',
      script: programs.executor,
      env: { ...(await readExecutorEnvironment()), ...env },
      readyUrl: `http://${host}:${settings.executor.port}/readyz`,
    },
  ]
  const started: Supervised[] = []
  onStop(async () => {
    await Promise.all(started.map((app) => app.stop()))
  })
  for (const { readyUrl, ...program } of apps) {
    signal.throwIfAborted()
    const app = supervise(program)
    started.push(app)
    onForce(app.kill)
    await Promise.race([waitUntilReady(app.name, readyUrl, signal), app.failed])
    app.isUp()
  }
  return started
}
