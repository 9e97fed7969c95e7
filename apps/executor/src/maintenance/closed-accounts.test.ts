import { closeAccount } from '@knockwire/services/accounts/close-account'
import { accounts } from '@knockwire/db/schema/accounts'
import { accountOwners } from '@knockwire/db/schema/users'
import { insertTestAccount } from '@knockwire/db/testing/insert-account'
import { executionDetails, executions } from '@knockwire/db/schema/executions'
import { deliveries } from '@knockwire/db/schema/notifications'
import { receivedRequests, receivers } from '@knockwire/db/schema/receivers'
import { schedules } from '@knockwire/db/schema/tasks'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { seedAccount, seedTask } from '../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { inTransaction } from '@knockwire/db/transaction'
import { createClosedAccountsDeletion } from './delete-expired.ts'
import { runMaintenanceJob } from './start-maintenance.ts'

describe('accounts that their owners deleted', async () => {
  const { db, url, stopAfter } = await useTestDatabase()

  /** An account with a task and a receiver, each with so many rows of history. */
  const seed = async (count: number) => {
    const { id: accountId } = await seedAccount(db, { plan: 'FREE' })
    const taskId = await seedTask(db, { accountId, uri: 'https://example.com/' })
    const receiver = await insertTestReceiver(db)
    await db.update(receivers).set({ accountId }).where(eq(receivers.id, receiver.id))
    const now = new Date()
    const subjects = Array.from({ length: 2 * count }, () => uuidv7())
    const [runIds, requestIds] = [subjects.slice(0, count), subjects.slice(count)]
    await db.insert(executions).values(
      runIds.map((id, n) => {
        const scheduledFor = new Date(now.getTime() - n * 1000)
        const run = { id, taskId, accountId, trigger: 'SCHEDULE', status: 'SUCCEEDED' } as const
        return { ...run, scheduledFor, createdAt: now }
      }),
    )
    await db.insert(executionDetails).values(runIds.map((executionId) => ({ executionId })))
    await db.insert(receivedRequests).values(
      requestIds.map((id) => ({
        id,
        receiverId: receiver.id,
        createdAt: now,
        method: 'GET' as const,
        url: '/',
        remoteAddress: '127.0.0.1',
        responseCode: 200,
        requestHeaders: [],
        requestBody: Buffer.alloc(0),
        responseBody: '',
        contentType: 'text/plain',
      })),
    )
    await db.insert(deliveries).values(
      subjects.map((subjectId) => ({
        id: uuidv7(),
        accountId,
        notificationId: uuidv7(),
        subjectId,
        occasion: 'REQUEST' as const,
        type: 'EMAIL' as const,
        recipient: '',
        status: 'DELIVERED' as const,
        createdAt: now,
      })),
    )
    return { accountId, taskId, subjects }
  }
  const storedOf = async ({ accountId, subjects }: Awaited<ReturnType<typeof seed>>) => ({
    accounts: await db.$count(accounts, eq(accounts.id, accountId)),
    executions: await db.$count(executions, inArray(executions.id, subjects)),
    details: await db.$count(executionDetails, inArray(executionDetails.executionId, subjects)),
    requests: await db.$count(receivedRequests, inArray(receivedRequests.id, subjects)),
    deliveries: await db.$count(deliveries, eq(deliveries.accountId, accountId)),
  })
  const close = (accountId: string) => db.transaction((tx) => closeAccount(tx, { accountId, nowMs: Date.now() }))

  it('lose everything, histories included, in batches that go on after an interruption; others lose nothing', async () => {
    const { context, close: closeContext } = await createTestContext(url)
    stopAfter(closeContext)
    const [leaving, staying] = [await seed(25), await seed(25)]
    await close(leaving.accountId)
    const [schedule] = await db.select().from(schedules).where(eq(schedules.taskId, leaving.taskId))
    expect(schedule).toMatchObject({ status: 'DISABLED', dueAt: null })

    await inTransaction(context.maintenance.pool, (client) => createClosedAccountsDeletion(10).run(client, context))
    expect(await storedOf(leaving)).toMatchObject({ accounts: 1, executions: 15, details: 15, deliveries: 40 })

    await runMaintenanceJob(context, {
      name: 'delete-closed-accounts',
      lock: 1022,
      ...createClosedAccountsDeletion(10),
    })
    const nothing = { accounts: 0, executions: 0, details: 0, requests: 0, deliveries: 0 }
    expect(await storedOf(leaving)).toEqual(nothing)
    expect(await storedOf(staying)).toEqual({ accounts: 1, executions: 25, details: 25, requests: 25, deliveries: 50 })
    const { rows } = await context.maintenance.pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'account_id' and table_name <> 'billing_accounts'`,
    )
    for (const { name } of rows) {
      const left = await context.maintenance.pool.query(`select 1 from ${name} where account_id = $1`, [
        leaving.accountId,
      ])
      expect([name, left.rowCount]).toEqual([name, 0])
    }
  })

  it('are closed once, and their address is free at once', async () => {
    const { accountId } = await seed(1)
    const [owner] = await db.select().from(accountOwners).where(eq(accountOwners.accountId, accountId))
    expect(await close(accountId)).toBe(true)
    expect(await close(accountId)).toBe(false)
    await insertTestAccount(db, { email: owner?.email ?? '' })
    const [closed] = await db.select().from(accounts).where(eq(accounts.id, accountId))
    expect(closed).toMatchObject({ name: '', deletedAt: expect.any(Date) })
  })
})
