import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const watcher = fileURLToPath(new URL('./end-with-run.watcher.ts', import.meta.url))

/** Who to end, and what to remove, once the run of tests is gone. */
export interface LeftBehind {
  pid: number
  directory: string
}

/**
 * Has a server end, and its directory removed, where this process is killed outright: PostgreSQL does not notice. A
 * process of its own watches a pipe to this one, which the system closes. Returns what reports to it that all is done.
 */
export const endWithRun = ({ pid, directory }: LeftBehind): (() => void) => {
  // A group of its own: what is sent to ours does not end it.
  const child = spawn(process.execPath, [watcher, String(pid), directory], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  child.unref()
  // It must not keep this process running.
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
  return () => void child.stdin.end('done')
}
