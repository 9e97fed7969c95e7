import { type ChildProcess, spawn } from 'node:child_process'
import { asUser } from './as-user.ts'
import type { Binaries } from './binaries.ts'
import type { ServerUser } from './server-user.ts'

export interface ServerOptions {
  binaries: Binaries
  user: ServerUser | null
  directory: string
  port: number
  /** Server settings, as in postgresql.conf. */
  settings: Record<string, string>
  onLog?: (text: string) => void
}

export interface RunningServer {
  pid: number
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<void>
  /** Ends open sessions, writes everything out, and resolves when the process is gone. */
  stop: () => Promise<void>
}

const readyMessage = 'database system is ready to accept connections'

const flagsOf = (options: ServerOptions): string[] => {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    // No socket file: nothing but the loopback port leads to the server.
    unix_socket_directories: '',
    lc_messages: 'C',
    ...options.settings,
  }
  return ['-D', options.directory, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Resolves once the server takes connections; rejects with what it said if it ends before. */
const whenReady = (child: ChildProcess, onLog: (text: string) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      const text = chunk.toString()
      onLog(text)
      if (said.length < 10_000) said += text
      if (said.includes(readyMessage)) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said.trim()}`)))
  })

/** Runs the server as a process of its own group, so that a Ctrl-C meant for us does not stop it under the apps. */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const child = spawn(options.binaries.postgres, flagsOf(options), {
    ...asUser(options.user),
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await whenReady(child, options.onLog ?? (() => {}))
  const stop = () => {
    // SIGINT is PostgreSQL's "fast" shutdown.
    child.kill('SIGINT')
    return ended
  }
  return { pid: child.pid ?? 0, ended, stop }
}
