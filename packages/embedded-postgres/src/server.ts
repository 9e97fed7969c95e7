import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Binaries } from './binaries.ts'
import { asUser, type ServerUser } from './server-user.ts'

interface ConnectionTarget {
  port: number
  superuser: string
  password: string
  readyTimeoutMs?: number
}

/** Recovery after a crash takes seconds commonly, and minutes where much was written since the last checkpoint. */
const defaultTimeoutMs = 5 * 60_000
const intervalMs = 25
const attemptMs = 5000

/** The server is up and will not change its mind: no use in asking again. */
const wrongPassword = '28P01'

/** Null where a connection could be had, else why not. */
const tryToConnect = async ({ port, superuser, password }: ConnectionTarget): Promise<Error | null> => {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: superuser,
    password,
    database: 'postgres',
    connectionTimeoutMillis: attemptMs,
  })
  // A connection that breaks while it is being closed again is no news.
  client.on('error', () => {})
  try {
    await client.connect()
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Resolves once the server on this loopback port takes connections: checked by connecting, since what it writes into its
 * log may come in any amount and order. Rejects once the server has ended, refuses the password, or the time is over.
 */
const waitForConnection = async (target: ConnectionTarget, ended: Promise<void>): Promise<void> => {
  const deadline = performance.now() + (target.readyTimeoutMs ?? defaultTimeoutMs)
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  for (;;) {
    const error = await tryToConnect(target)
    if (hasEnded) throw new Error('The server ended.')
    if (error === null) return
    if (error instanceof pg.DatabaseError && error.code === wrongPassword) throw error
    if (performance.now() > deadline) throw new Error('The server accepts no connections.', { cause: error })
    await delay(intervalMs)
  }
}

interface ServerOptions {
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
const maxErrorOutputLength = 10_000

interface RunningServer {
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
    tail = (tail + text).slice(-maxErrorOutputLength)
  })
  return () => tail.trim()
}

/** Asks a process to end, and once more if it takes longer than `afterMs`; resolves when it is gone. */
const terminate = async (
  child: ChildProcess,
  ended: Promise<void>,
  { first, next, afterMs }: { first: NodeJS.Signals; next: NodeJS.Signals; afterMs: number },
): Promise<void> => {
  child.kill(first)
  const timer = setTimeout(() => child.kill(next), afterMs)
  await ended
  clearTimeout(timer)
}

/** Runs the server as its own process group, so that a Ctrl-C meant for us does not stop it under the apps. */
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
  const outputTail = listenTo(child, options.onLog ?? (() => {}))
  // SIGINT is PostgreSQL's "fast" shutdown, SIGQUIT its immediate one, which the next start recovers from.
  const stop = () => terminate(child, ended, { first: 'SIGINT', next: 'SIGQUIT', afterMs: 60_000 })
  try {
    await waitForConnection(options, ended)
  } catch (error) {
    await terminate(child, ended, { first: 'SIGQUIT', next: 'SIGKILL', afterMs: 10_000 })
    throw new Error(`PostgreSQL did not start: ${outputTail() || String(error)}`, { cause: error })
  }
  return { pid: child.pid ?? 0, ended, stop }
}
