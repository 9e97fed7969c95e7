import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../client.ts'
import { databaseUrl } from './template.ts'

export interface TestDatabase {
  url: string
  db: Database
  pool: pg.Pool
  /** Drops the database; fails where a connection to it, or a client of the pool, was left open. */
  close: () => Promise<void>
}

const onServer = async <T>(use: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: inject('testPostgres').serverUrl })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

interface Session {
  application_name: string
  state: string | null
  query: string
}

const sessionsOf = async (client: pg.Client, database: string): Promise<Session[]> => {
  const sql = 'select application_name, state, query from pg_stat_activity where datname = $1'
  return (await client.query<Session>(sql, [database])).rows
}

/** How long a session that was closed on our side may take to end on the server's. */
const graceMs = 2000
/** How long a statement may go on whose client is gone: the server looks for it meanwhile (`client_connection_check_interval`). */
const statementMs = 60_000

/** The sessions that are still open once the closed ones had time to end; those of killed processes end their statements first. */
const leakedSessions = async (client: pg.Client, database: string): Promise<Session[]> => {
  const startedAt = performance.now()
  let idleSince = startedAt
  for (;;) {
    const sessions = await sessionsOf(client, database)
    const now = performance.now()
    if (sessions.some(({ state }) => state === 'active') && now < startedAt + statementMs) idleSince = now
    if (sessions.length === 0 || now > idleSince + graceMs) return sessions
    await client.query('select pg_sleep(0.01)')
  }
}

const drop = (database: string): Promise<void> =>
  onServer(async (client) => {
    const leaked = await leakedSessions(client, database)
    await client.query(`drop database ${database} with (force)`)
    if (leaked.length === 0) return
    const list = leaked.map(
      ({ application_name, state, query }) => `${application_name || 'unnamed'} (${state}): ${query}`,
    )
    throw new Error(`Connections to the test's database were left open:\n${list.join('\n')}`)
  })

/** What a test does not wait for, such as an announcement, may hold a client for a moment longer than the test takes. */
const untilReleased = async (pool: pg.Pool): Promise<void> => {
  const startedAt = performance.now()
  while (pool.totalCount > pool.idleCount && performance.now() < startedAt + graceMs) await setTimeout(10)
}

/** A database of the test file's own, with the newest schema and no rows. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(8).toString('hex')}`
  const { serverUrl, template } = inject('testPostgres')
  // The other strategy writes all of it to the log as well.
  await onServer((client) => client.query(`create database ${name} template ${template} strategy file_copy`))
  const url = databaseUrl(serverUrl, name)
  const idleErrors: Error[] = []
  const handle = openDatabase({
    url,
    max: 10,
    applicationName: 'test',
    onIdleError: (error) => idleErrors.push(error),
  })
  const close = async () => {
    await untilReleased(handle.pool)
    if (handle.pool.totalCount > handle.pool.idleCount) {
      // The pool would wait for that client for ever.
      await drop(name).catch(() => {})
      throw new Error("A client of the test's pool was not released.")
    }
    await handle.close()
    await drop(name)
    if (idleErrors.length > 0) throw new AggregateError(idleErrors, "Connections of the test's pool broke.")
  }
  return { url, db: handle.db, pool: handle.pool, close }
}
