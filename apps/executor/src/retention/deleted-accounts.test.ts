import { accounts } from '@knockwire/db/schema/accounts'
import { executions } from '@knockwire/db/schema/executions'
import { receiverGates, receivers } from '@knockwire/db/schema/receivers'
import { schedules } from '@knockwire/db/schema/tasks'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ExecutorContext } from '../context.ts'
import {
  ages,
  belongingsOf,
  executionsLeft,
  requestsLeft,
  seedExecutions,
  seedRequests,
} from '../testing/seed-history.ts'
import { seedNotification, textTo } from '../testing/seed-notification.ts'
import { seedTask } from '../testing/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { createDeletedAccounts } from './deleted-accounts.ts'

describe('accounts that their owners deleted', async () => {
  const { db, pool, url, stopAfter } = await useTestDatabase()
  let context: ExecutorContext
  beforeAll(async () => {
    const opened = await createTestContext(url)
    context = opened.context
    stopAfter(opened.close)
  })

  const deleteAccounts = (isStopped = () => false) =>
    createDeletedAccounts({ pool: context.maintenance.pool, lock: 1, requestsLock: 2, isStopped })()

  const makeAccount = async () => {
    const receiver = await insertTestReceiver(db, { plan: 'HOBBY' })
    const { accountId } = receiver
    const taskId = await seedTask(db, { accountId, uri: 'https://example.com/', schedule: { dueAt: null } })
    const condition = { comparison: 'is_null' } as const
    await seedNotification(db, { accountId, taskId, setting: textTo('+16045550199'), condition })
    const runs = [
      ...(await seedExecutions(db, { accountId, taskId, agesMs: ages(250) })),
      ...(await seedExecutions(db, { accountId, taskId, agesMs: [500], status: 'RUNNING' })),
    ]
    const requests = await seedRequests(db, { receiver, agesMs: ages(250) })
    return { accountId, taskId, receiver, runs, requests }
  }

  /** Rows of each table that names an account. */
  const rowsOf = async (accountId: string) => {
    const tablesSql = `
      select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'account_id' and t.table_type = 'BASE TABLE'`
    const { rows: tables } = await pool.query<{ name: string }>(tablesSql)
    const found: Record<string, number> = {}
    for (const { name } of tables) {
      const { rowCount } = await pool.query(`select from ${name} where account_id = $1`, [accountId])
      if (rowCount) found[name] = rowCount
    }
    return found
  }

  it('go with everything that was theirs, and nothing of anybody else', async () => {
    const [account, other] = [await makeAccount(), await makeAccount()]
    await db.update(accounts).set({ deletedAt: new Date() }).where(eq(accounts.id, account.accountId))
    expect(await deleteAccounts()).toBe(250 + 250 + 1)
    expect(await rowsOf(account.accountId)).toEqual({})
    expect(await db.$count(accounts, eq(accounts.id, account.accountId))).toBe(0)
    expect(await belongingsOf(db, [...account.runs, ...account.requests])).toBe(0)
    expect(await db.$count(schedules, eq(schedules.taskId, account.taskId))).toBe(0)
    expect(await db.$count(receiverGates, eq(receiverGates.receiverId, account.receiver.id))).toBe(0)
    expect(await executionsLeft(db, other.taskId)).toEqual(other.runs)
    expect(await requestsLeft(db, other.receiver.id)).toEqual(other.requests)
    expect(await deleteAccounts()).toBe(0)
  })

  it('go on being deleted after an interruption', async () => {
    const account = await makeAccount()
    await db.update(accounts).set({ deletedAt: new Date() }).where(eq(accounts.id, account.accountId))
    let looks = 0
    await deleteAccounts(() => ++looks > 2)
    const left = await db.$count(executions, eq(executions.accountId, account.accountId))
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(account.runs.length)
    expect(await db.$count(receivers, eq(receivers.accountId, account.accountId))).toBe(1)
    await deleteAccounts()
    expect(await rowsOf(account.accountId)).toEqual({})
  })
})
