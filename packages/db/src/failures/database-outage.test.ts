import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openDatabase } from '../client.ts'
import { isDatabaseOutage, isDatabaseRejection } from './database-outage.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const open = (options: Partial<Parameters<typeof openDatabase>[0]> = {}) =>
  openDatabase({ url: database.url, max: 1, applicationName: 'test', onIdleError: () => {}, ...options })

const errorOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.fail('It did not fail.'),
    (error: unknown) => error,
  )
const verdictOn = (error: unknown) => ({ isOutage: isDatabaseOutage(error), isRejection: isDatabaseRejection(error) })
const outage = { isOutage: true, isRejection: false }
const rejection = { isOutage: false, isRejection: true }
const neither = { isOutage: false, isRejection: false }

it('a session that is ended, by us or by the server, is an outage', async () => {
  const { pool, db, close } = open()
  const end = 'select pg_terminate_backend(pg_backend_pid())'
  expect(verdictOn(await errorOf(pool.query(end)))).toEqual(outage)
  expect(verdictOn(await errorOf(db.execute(sql.raw(end))))).toEqual(outage)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const sleeping = errorOf(client.query('select pg_sleep(1)'))
  await client.end()
  expect(verdictOn(await errorOf(client.query('select 1')))).toEqual(outage)
  expect(verdictOn(await sleeping)).toEqual(outage)
  await close()
})

it('a server that is not there, does not answer in time, or has no connection left is an outage', async () => {
  const url = new URL(database.url)
  url.port = '1'
  const absent = open({ url: url.href })
  expect(verdictOn(await errorOf(absent.pool.query('select 1')))).toEqual(outage)
  await absent.close()
  const slow = open({ queryTimeoutMs: 50, connectionTimeoutMs: 50 })
  expect(verdictOn(await errorOf(slow.pool.query('select pg_sleep(0.5)')))).toEqual(outage)
  // However long the machine takes for a connection, one is taken, and there is no other.
  const client = await vi.waitFor(() => slow.pool.connect(), { timeout: 60_000 })
  expect(verdictOn(await errorOf(slow.pool.query('select 1')))).toEqual(outage)
  client.release(true)
  await slow.close()
})

it('a statement that is cancelled is not rejected for good', async () => {
  const { pool } = database
  const cancelled = `set statement_timeout = 1; select pg_sleep(1)`
  const client = await pool.connect()
  expect(verdictOn(await errorOf(client.query(cancelled)))).toEqual(outage)
  client.release(true)
})

it.each(["select 'x'::int", 'select 1 / 0', 'select * from nowhere', 'select'.repeat(2)])(
  'what the database has against a statement is a rejection: %s',
  async (statement) => {
    expect(verdictOn(await errorOf(database.pool.query(statement)))).toEqual(rejection)
    expect(verdictOn(await errorOf(database.db.execute(sql.raw(statement))))).toEqual(rejection)
  },
)

it('a fault of ours, or of the server, is neither', async () => {
  const raised = `do $$ begin raise exception using errcode = 'XX000'; end $$`
  expect(verdictOn(await errorOf(database.pool.query(raised)))).toEqual(neither)
  expect(verdictOn(new TypeError('x is not a function'))).toEqual(neither)
  const invalid = Object.assign(new TypeError('not a Buffer'), { code: 'ERR_INVALID_ARG_TYPE' })
  expect(verdictOn(invalid)).toEqual(neither)
  expect(verdictOn('Connection terminated')).toEqual(neither)
})
