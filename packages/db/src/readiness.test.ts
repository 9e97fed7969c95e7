import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { openDatabase } from './client.ts'
import { migrate } from './migrate.ts'
import { checkReadiness, type Readiness, shareReadiness } from './readiness.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.close())

it('the service is ready on a migrated database, also one that a newer version migrated', async () => {
  expect(await checkReadiness(test.db)).toEqual({ isReady: true })
  await test.pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`)
  expect(await checkReadiness(test.db)).toEqual({ isReady: true })
})

it('the service is not ready while the newest migration is missing, and is once several processes migrated at once', async () => {
  const db = await createTestDatabase()
  await db.pool.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
  expect(await checkReadiness(db.db)).toEqual({ isReady: false, reason: 'The database was never migrated.' })
  await Promise.all([migrate(db.url), migrate(db.url), migrate(db.url)])
  expect(await checkReadiness(db.db)).toEqual({ isReady: true })
  await db.pool.query(
    'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
  )
  expect(await checkReadiness(db.db)).toMatchObject({
    isReady: false,
    reason: expect.stringContaining('is not applied'),
  })
  await db.close()
})

it('the service is not ready while the database is read-only, as a replica is, and is once it takes writes again', async () => {
  const setReadOnly = (value: string) =>
    test.pool.query(
      `do $$ begin execute format('alter database %I set default_transaction_read_only = ${value}', current_database()); end $$`,
    )
  const look = async () => {
    const opened = openDatabase({ url: test.url, max: 1, applicationName: 'test', onIdleError: () => {} })
    const readiness = await checkReadiness(opened.db)
    await opened.close()
    return readiness
  }
  await setReadOnly('on')
  expect(await look()).toEqual({ isReady: false, reason: 'The database is read-only.' })
  const writer = await test.pool.connect()
  await writer.query(`set default_transaction_read_only = off`)
  await writer.query(
    `do $$ begin execute format('alter database %I reset default_transaction_read_only', current_database()); end $$`,
  )
  writer.release(true)
  expect(await look()).toEqual({ isReady: true })
})

it('the service is not ready where the database does not answer', async () => {
  const url = new URL(inject('testPostgres').serverUrl)
  url.port = '1'
  const away = openDatabase({ url: url.href, max: 1, applicationName: 'test', onIdleError: () => {} })
  expect(await checkReadiness(away.db)).toEqual({ isReady: false, reason: 'The database does not answer.' })
  await away.close()
})

describe('shared readiness', () => {
  afterEach(() => void vi.useRealTimers())

  it('is one check for all who ask while it is in flight, and for a second after it began', async () => {
    let nowMs = 0
    const looks: ((readiness: Readiness) => void)[] = []
    const ask = shareReadiness(
      () => new Promise((resolve) => looks.push(resolve)),
      () => nowMs,
    )
    const first = [ask(), ask()]
    nowMs = 3000
    first.push(ask())
    looks[0]?.({ isReady: true })
    expect(await Promise.all(first)).toEqual([{ isReady: true }, { isReady: true }, { isReady: true }])
    const second = ask()
    looks[1]?.({ isReady: false, reason: 'x' })
    expect(await second).toEqual({ isReady: false, reason: 'x' })
    nowMs = 3999
    expect(await ask()).toEqual({ isReady: false, reason: 'x' })
    expect(looks).toHaveLength(2)
    nowMs = 4000
    void ask()
    expect(looks).toHaveLength(3)
  })

  it('ends a check that the database does not answer, and checks again', async () => {
    vi.useFakeTimers()
    const check = vi.fn<() => Promise<Readiness>>(() => new Promise(() => {}))
    const ask = shareReadiness(check, Date.now)
    const answer = ask()
    await vi.advanceTimersByTimeAsync(5000)
    expect(await answer).toMatchObject({ isReady: false })
    check.mockResolvedValueOnce({ isReady: true })
    expect(await ask()).toEqual({ isReady: true })
  })
})
