import { undecidedRequests } from '@knockwire/db/schema/receivers'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findUndecided } from './undecided-requests.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const nowMs = Date.UTC(2026, 2, 1)

it('counts the requests that wait to be decided, and says how long the oldest of all receivers has', async () => {
  const { db } = database
  expect(await findUndecided(db, nowMs)).toEqual({ count: 0, oldestSeconds: 0 })
  for (const agoMs of [60_000, 90_000, 30_000]) {
    const { id: receiverId, accountId } = await insertTestReceiver(db)
    const requestId = uuidv7(nowMs - agoMs)
    await db.insert(undecidedRequests).values({ receiverId, accountId, requestId, ruleVersions: {} })
  }
  expect(await findUndecided(db, nowMs)).toEqual({ count: 3, oldestSeconds: 90 })
})

it('a request of a clock that is ahead has waited no time', async () => {
  expect((await findUndecided(database.db, nowMs - 3_600_000)).oldestSeconds).toBe(0)
})
