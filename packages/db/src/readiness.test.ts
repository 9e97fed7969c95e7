import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openDatabase } from './client.ts'
import { migrate } from './migrate.ts'
import { checkReadiness } from './readiness.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.close())

it('is ready on a migrated database, also one that a newer version migrated', async () => {
  expect(await checkReadiness(test.db)).toEqual({ isReady: true })
  await test.pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`)
  expect(await checkReadiness(test.db)).toEqual({ isReady: true })
})

it('is not ready while the newest migration is missing, and is once several processes migrated at once', async () => {
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

it('is not ready where the database does not answer', async () => {
  const url = new URL(inject('testPostgres').serverUrl)
  url.port = '1'
  const away = openDatabase({ url: url.href, max: 1, applicationName: 'test', onIdleError: () => {} })
  expect(await checkReadiness(away.db)).toEqual({ isReady: false, reason: 'The database does not answer.' })
  await away.close()
})
