import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { parseJsonColumn } from './json-columns.ts'

// Drizzle's queries read columns by the process's parsers, not by a pool's.
pg.types.setTypeParser(pg.types.builtins.JSONB, parseJsonColumn)

export type Database = NodePgDatabase
/** Inside `database.transaction(async (tx) => …)`. */
export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]
/** What a verb needs that works alone as well as within a caller's transaction. */
export type DatabaseOrTransaction = Database | Transaction

export interface DatabaseOptions {
  url: string
  /** Connections kept at most. */
  max: number
  applicationName: string
  /** How long a caller waits for a free connection before it gets an error, in milliseconds. */
  connectionTimeoutMs?: number
  /** How long a query may take before its caller gets an error; a connection may be dead without a sign. */
  queryTimeoutMs?: number
  /** Statements for each connection, run before its first use. */
  sessionSql?: string
  /** False where a connection's transactions may be in different sessions: then no statement is prepared by name. */
  isSession?: boolean
  /** Called for errors on idle connections, which no query reports (PostgreSQL restarting, for one). */
  onIdleError: (error: Error) => void
}

export interface DatabaseHandle {
  db: Database
  pool: pg.Pool
  close: () => Promise<void>
}

/** Sends each statement in full: behind a pooler, the session that has prepared it may be another one. */
class UnpreparedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const query: (...args: unknown[]) => unknown = this.query.bind(this)
    const unprepared = (first: unknown, ...rest: unknown[]) => query(withoutName(first), ...rest)
    Object.assign(this, { query: unprepared })
  }
}

const withoutName = (query: unknown) =>
  typeof query === 'object' && query !== null && 'name' in query ? { ...query, name: undefined } : query

export const openDatabase = (options: DatabaseOptions): DatabaseHandle => {
  const { sessionSql, queryTimeoutMs, isSession = true } = options
  const pool = new pg.Pool({
    ...(!isSession && { Client: UnpreparedClient }),
    connectionString: options.url,
    max: options.max,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(queryTimeoutMs !== undefined && { query_timeout: queryTimeoutMs }),
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool does wait for it
    ...(sessionSql !== undefined && { onConnect: (client) => client.query(sessionSql) }),
  })
  pool.on('error', options.onIdleError)
  // A connection that breaks while it is checked out fails its query, and emits an event too,
  // which ends the process where nobody listens.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return { db: drizzle(pool), pool, close: () => pool.end() }
}
