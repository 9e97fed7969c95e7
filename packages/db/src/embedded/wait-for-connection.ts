import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

export interface ConnectionTarget {
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
 * Resolves once the server on this loopback port takes connections: asked by connecting, since what it writes into its
 * log may come in any amount and order. Rejects once the server has ended, refuses the password, or the time is over.
 */
export const waitForConnection = async (target: ConnectionTarget, ended: Promise<void>): Promise<void> => {
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
