import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../process/root.ts'
import { printLines } from '../start/log-lines.ts'

const endWithParent = fileURLToPath(new URL('../start/end-with-parent.ts', import.meta.url))

/** Vite's server of the dashboard, which passes on to the API what is not the dashboard's. Returns how to stop it. */
export const startVite = (env: NodeJS.ProcessEnv, port: number): (() => Promise<void>) => {
  const directory = join(root, 'apps', 'web')
  const args = ['--import', endWithParent, 'node_modules/vite/bin/vite.js', '--port', String(port), '--strictPort']
  const child = spawn(process.execPath, args, {
    cwd: directory,
    env: { ...env, NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  if (child.stdout) printLines('web', child.stdout)
  if (child.stderr) printLines('web', child.stderr)
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
}
