import { type ChildProcess, spawn } from 'node:child_process'
import { asUser } from './as-user.ts'
import type { Binaries } from './binaries.ts'
import type { ServerUser } from './server-user.ts'
import { waitForConnection } from './wait-for-connection.ts'

export interface ServerOptions {
  binaries: Binaries
  user: ServerUser | null
  directory: string
  port: number
  superuser: string
  password: string
  /** Server settings, as in postgresql.conf. */
  settings: Record<string, string>
  onLog?: (text: string) => void
  /** How long the server may take to accept connections. Recovery after a crash reads the log since the last checkpoint. */
  readyTimeoutMs?: number
}

/** How much of what the server said is kept for an error. */
const longestComplaint = 10_000

export interface RunningServer {
  pid: number
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<void>
  /** Ends open sessions, writes everything out, and resolves when the process is gone. */
  stop: () => Promise<void>
}

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

/** All that the server says, to `onLog`; gives the end of it, which says why it did not start. */
const listenTo = (child: ChildProcess, onLog: (text: string) => void): (() => string) => {
  let tail = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    const text = chunk.toString()
    onLog(text)
    tail = (tail + text).slice(-longestComplaint)
  })
  return () => tail.trim()
}

/** Asks a process to end, and once more if it takes longer than `afterMs`; resolves when it is gone. */
const endBy = async (
  child: ChildProcess,
  ended: Promise<void>,
  { first, next, afterMs }: { first: NodeJS.Signals; next: NodeJS.Signals; afterMs: number },
): Promise<void> => {
  child.kill(first)
  const timer = setTimeout(() => child.kill(next), afterMs)
  await ended
  clearTimeout(timer)
}

/** Runs the server as a process of its own group, so that a Ctrl-C meant for us does not stop it under the apps. */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const child = spawn(options.binaries.postgres, flagsOf(options), {
    ...asUser(options.user),
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // Where the program cannot be run at all there is no exit.
    child.once('error', () => resolve())
  })
  const lastWords = listenTo(child, options.onLog ?? (() => {}))
  // SIGINT is PostgreSQL's "fast" shutdown, SIGQUIT its immediate one, which the next start recovers from.
  const stop = () => endBy(child, ended, { first: 'SIGINT', next: 'SIGQUIT', afterMs: 60_000 })
  try {
    await waitForConnection(options, ended)
  } catch (error) {
    await endBy(child, ended, { first: 'SIGQUIT', next: 'SIGKILL', afterMs: 10_000 })
    throw new Error(`PostgreSQL did not start: ${lastWords() || String(error)}`, { cause: error })
  }
  return { pid: child.pid ?? 0, ended, stop }
}
