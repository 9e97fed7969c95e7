import { expect, it } from 'vitest'
import { createTestContext, useTestDatabase } from './testing/test-executor.ts'

const { url, stopAfter } = await useTestDatabase()
const { context, close } = await createTestContext(url)
stopAfter(close)

it.each(['database', 'maintenance'] as const)(
  'what hangs within a transaction of %s keeps what it has locked for ten seconds at most',
  async (name) => {
    const { rows } = await context[name].pool.query('show idle_in_transaction_session_timeout')
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '10s' }])
  },
)
