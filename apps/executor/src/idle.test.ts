import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { countStatements } from './testing/measures/count-statements.ts'
import { seedAccount, seedTasks } from './testing/rows/seed.ts'
import { startTestExecutor, useTestDatabase } from './testing/test-executor.ts'

const { db, url, stopAfter } = await useTestDatabase()

it('an executor that has nothing to do sends the database fewer than 25 statements a second, however many tasks there are', async () => {
  const { id: accountId } = await seedAccount(db)
  const dueAt = new Date(Date.now() + 86_400_000)
  const task = { accountId, uri: 'https://example.com/', schedule: { dueAt } }
  await seedTasks(
    db,
    Array.from({ length: 2000 }, () => task),
  )
  const executor = await startTestExecutor(url)
  stopAfter(executor.stop)
  // A machine that is busy makes it fewer, never more.
  const seconds = 4
  const { database, maintenance } = executor.context
  const statements = await countStatements([database.pool, maintenance.pool], () => sleep(seconds * 1000))
  expect(statements).toBeGreaterThan(0)
  expect(statements).toBeLessThan(25 * seconds)
  expect(executor.errors).toEqual([])
})
