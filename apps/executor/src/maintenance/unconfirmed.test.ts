import { accounts } from '@knockwire/db/schema/accounts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { seedAccount, seedTask } from '../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { inTransaction } from '@knockwire/db/transaction'
import { deleteUnconfirmed } from './delete-expired.ts'

const dayMs = 86_400_000

describe('accounts that nobody confirmed', async () => {
  const { db, url, stopAfter } = await useTestDatabase()

  it('are deleted after seven days where they hold nothing', async () => {
    const { context, close } = await createTestContext(url)
    stopAfter(close)
    const opened = await Promise.all([1, 2, 3].map(() => seedAccount(db, { plan: 'FREE', isVerified: false })))
    const [old = '', used = '', recent = ''] = opened.map(({ id }) => id)
    const age = (id: string, days: number) =>
      db
        .update(accounts)
        .set({ createdAt: new Date(Date.now() - days * dayMs) })
        .where(eq(accounts.id, id))
    for (const id of [old, used]) await age(id, 8)
    await age(recent, 6)
    await seedTask(db, { accountId: used, uri: 'https://example.com/', schedule: { dueAt: null, status: 'DISABLED' } })
    await inTransaction(context.database.pool, (client) => deleteUnconfirmed(client, context))
    const left = (await db.select({ id: accounts.id }).from(accounts)).map(({ id }) => id)
    expect([old, used, recent].filter((id) => left.includes(id))).toEqual([used, recent])
  })
})
