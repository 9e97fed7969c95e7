import { expect, it } from 'vitest'
import { createTestContext, useTestDatabase } from './testing/test-executor.ts'

const { url, stopAfter } = await useTestDatabase()
const { context, close } = await createTestContext(url)
stopAfter(close)

it('an executor that hangs within a transaction keeps what it has locked for ten seconds at most', async () => {
  const { rows } = await context.database.pool.query('show idle_in_transaction_session_timeout')
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '10s' }])
})
