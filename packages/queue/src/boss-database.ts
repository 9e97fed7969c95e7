import { createHash } from 'node:crypto'
import { jobsChannel } from '@knockwire/db/channels'
import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { fromDrizzle, type Db } from 'pg-boss'
import { listen } from './listen.ts'

/** Where a job is sent: a transaction of the caller's, drizzle's or node-postgres's, or a pool. */
export type Sender = DatabaseOrTransaction | pg.ClientBase | pg.Pool

interface Queryable {
  query: (config: pg.QueryConfig) => Promise<pg.QueryResult>
}

const names = new Map<string, string>()

/**
 * pg-boss's statements are few and the same each time, so they are prepared: planning one takes
 * longer than running it. Those without parameters may be several in one, which cannot be.
 */
function nameOf(text: string): string | undefined {
  if (text.includes(';')) return undefined
  let name = names.get(text)
  if (name === undefined && names.size < 200) {
    name = `boss_${createHash('sha1').update(text).digest('hex')}`
    names.set(text, name)
  }
  return name
}

const executor = (queryable: Queryable) => async (text: string, values?: unknown[]) => {
  const name = nameOf(text)
  return queryable.query({ text, ...(values && { values }), ...(name && { name }) })
}

export interface BossDatabaseOptions {
  pool: pg.Pool
  url: string
  /** Another process has sent jobs to the queue of this name. */
  onJobsSent: (name: string) => void
  onError: (error: Error) => void
}

/** pg-boss on our own pool, and on a listening connection that heals itself. */
export const bossDatabase = ({ pool, url, onJobsSent, onError }: BossDatabaseOptions): Db => {
  const own = ownSessions(pool)
  return {
    executeSql: executor(pool),
    listen: (channel, onNotification, onListening) =>
      listen({
        url,
        applicationName: 'knockwire-queue',
        channels: [channel, jobsChannel],
        onNotification: (heardOn, name, sender) => {
          if (heardOn === channel) onNotification(name)
          if (!own.has(sender)) onJobsSent(name)
        },
        onListening,
        onError,
      }),
  }
}

const idOf = (client: pg.PoolClient) =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : 0

/** The server's process ids of the pool's sessions. */
const ownSessions = (pool: pg.Pool): ReadonlySet<number> => {
  const ids = new Set<number>()
  pool.on('connect', (client) => void ids.add(idOf(client)))
  pool.on('remove', (client) => void ids.delete(idOf(client)))
  return ids
}

export const within = (sender: Sender): Db =>
  'execute' in sender ? fromDrizzle(sender, sql) : { executeSql: executor(sender) }
