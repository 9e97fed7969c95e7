import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { expect, it } from 'vitest'
import { startExecutor } from '../executor.ts'
import { ages, requestsLeft, seedRequests } from '../testing/history.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'

const { db, url, stopAfter } = await useTestDatabase()

it('histories are cut while dispatch and runs have no connection left', async () => {
  const { context, close } = await createTestContext(url)
  stopAfter(close)
  const executor = await startExecutor(context)
  stopAfter(executor.stop)
  const { pool } = context.database
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  try {
    const receiver = await insertTestReceiver(db)
    const seeded = await seedRequests(db, { receiver, agesMs: ages(205) })
    await expect.poll(() => requestsLeft(db, receiver.id), { timeout: 20_000 }).toEqual(seeded.slice(5))
  } finally {
    for (const client of taken) client.release()
  }
})
