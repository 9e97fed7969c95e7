import { beforeAll, describe, expect, it } from 'vitest'
import type { ExecutorContext } from '../context.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { type NamedJob, runMaintenanceJob } from './start-maintenance.ts'

describe('a chore', async () => {
  const { url, stopAfter } = await useTestDatabase()
  let context: ExecutorContext
  beforeAll(async () => {
    const opened = await createTestContext(url)
    context = opened.context
    stopAfter(opened.close)
  })

  const transactionId = 'select pg_current_xact_id()::text as id'

  it('goes on as long as it has more to do, each time in its own transaction', async () => {
    const transactions: string[] = []
    const job: NamedJob = {
      name: 'three pages',
      lock: 1001,
      run: async (client) => {
        transactions.push((await client.query<{ id: string }>(transactionId)).rows[0]?.id ?? '')
        return 1
      },
      hasMore: () => transactions.length < 3,
    }
    await runMaintenanceJob(context, job)
    expect(new Set(transactions).size).toBe(3)
  })

  it('is done by one executor at a time', async () => {
    let inner = 0
    const run = async () => (inner += 1)
    const outer: NamedJob = {
      name: 'outer',
      lock: 1002,
      run: async () => {
        await runMaintenanceJob(context, { name: 'inner', lock: 1002, run, hasMore: () => true })
        return 0
      },
    }
    await runMaintenanceJob(context, outer)
    expect(inner).toBe(0)
    await runMaintenanceJob(context, { name: 'inner', lock: 1002, run })
    expect(inner).toBe(1)
  })
})
