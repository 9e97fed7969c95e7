import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { executions } from '@knockwire/db/schema/executions'
import { rateWindows } from '@knockwire/db/schema/limits'
import { notifications } from '@knockwire/db/schema/notifications'
import { devOutbox } from '@knockwire/db/schema/outbox'
import { receivedRequests, receiverCounters, receivers } from '@knockwire/db/schema/receivers'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import { memberships, sessions, users } from '@knockwire/db/schema/users'
import { insertTestAccount, ownerOf } from '@knockwire/db/testing/insert-account'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { insertTestTask } from '@knockwire/db/testing/insert-task'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeAccount, deleteClosedAccount } from './close-account.ts'

let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.close())

const nowMs = Date.parse('2026-11-22T04:31:20Z')
const now = new Date(nowMs)
const close = (accountId: string) => database.db.transaction((tx) => closeAccount(tx, { accountId, nowMs }))
const accountOf = async (id: string) => (await database.db.select().from(accounts).where(eq(accounts.id, id)))[0]

/** An account with a task that runs, a receiver, and what lets somebody in. */
const seed = async () => {
  const { db } = database
  const { taskId, accountId } = await insertTestTask(db)
  const userId = await ownerOf(db, accountId)
  const email = `${accountId}@example.com`
  const receiver = await insertTestReceiver(db)
  await db.update(receivers).set({ accountId }).where(eq(receivers.id, receiver.id))
  await db.insert(receiverCounters).values({ receiverId: receiver.id }).onConflictDoNothing()
  await db.update(schedules).set({ status: 'ACTIVE', dueAt: now }).where(eq(schedules.taskId, taskId))
  await db
    .insert(sessions)
    .values({ idHash: accountId, accountId, userId, createdAt: now, lastSeenAt: now, expiresAt: now })
  await db.insert(verifiedEmails).values({ accountId, address: email, verifiedAt: now })
  await db
    .insert(devOutbox)
    .values({ id: uuidv7(), channel: 'EMAIL', to: email, subject: 'S', body: '', createdAt: now })
  const setting = { type: 'SMS', sms: { countryCode: '+1', phoneNumber: '', template: '' } } as const
  const notification = { accountId, type: 'SMS', setting, createdAt: now, updatedAt: now } as const
  await db.insert(notifications).values({ id: uuidv7(), taskId, ...notification })
  await db.insert(rateWindows).values({ key: `usage:${accountId}:day`, windowStart: now, expiresAt: now, count: 1 })
  return { accountId, taskId, receiverId: receiver.id, email }
}

it('nothing that is queued of a closed account is made: no run that is due, or soon will be, and no test', async () => {
  const { db } = database
  const [closed, other] = [await seed(), await seed()]
  const queue = async ({ taskId, accountId }: typeof closed, trigger: 'SCHEDULE' | 'TEST', dueMs: number) => {
    const id = uuidv7()
    const run = { id, taskId, accountId, trigger, status: 'QUEUED', createdAt: now } as const
    await db.insert(executions).values({ ...run, scheduledFor: new Date(dueMs) })
    if (trigger === 'SCHEDULE') {
      await db
        .update(schedules)
        .set({ inFlightExecutionId: id, executionsTotal: 1 })
        .where(eq(schedules.taskId, taskId))
    }
    return id
  }
  for (const dueMs of [Date.now() + 900, Date.now() - 900]) {
    const account = await seed()
    await queue(account, 'SCHEDULE', dueMs)
    await close(account.accountId)
    expect(await db.$count(executions, eq(executions.taskId, account.taskId))).toBe(0)
    const [schedule] = await db.select().from(schedules).where(eq(schedules.taskId, account.taskId))
    expect(schedule).toMatchObject({ status: 'DISABLED', dueAt: null, inFlightExecutionId: null, executionsTotal: 0 })
  }
  await queue(closed, 'TEST', Date.now())
  const kept = [await queue(other, 'TEST', Date.now()), await queue(other, 'SCHEDULE', Date.now() + 900)]
  await close(closed.accountId)
  expect(await db.$count(executions, eq(executions.accountId, closed.accountId))).toBe(0)
  expect(await db.$count(executions, inArray(executions.id, kept))).toBe(2)
})

it('an account that is closed is shut at once, its address is free, and others are left alone', async () => {
  const { db } = database
  const [closed, other] = [await seed(), await seed()]
  expect(await close(closed.accountId)).toBe(true)
  expect(await close(closed.accountId)).toBe(false)
  expect(await close(uuidv7())).toBe(false)
  expect(await accountOf(closed.accountId)).toMatchObject({ name: '', deletedAt: now })
  expect(await db.$count(users, eq(users.email, closed.email))).toBe(0)
  const stateOf = async ({ accountId, taskId, receiverId, email }: typeof closed) => ({
    counts: await Promise.all([
      db.$count(sessions, eq(sessions.accountId, accountId)),
      db.$count(verifiedEmails, eq(verifiedEmails.accountId, accountId)),
      db.$count(notifications, eq(notifications.accountId, accountId)),
      db.$count(devOutbox, eq(devOutbox.to, email)),
    ]),
    schedule: (await db.select().from(schedules).where(eq(schedules.taskId, taskId)))[0],
    receiver: (await db.select().from(receivers).where(eq(receivers.id, receiverId)))[0],
  })
  expect(await stateOf(closed)).toMatchObject({
    counts: [0, 0, 0, 0],
    schedule: { status: 'DISABLED', dueAt: null },
    receiver: { status: 'DISABLED' },
  })
  expect(await stateOf(other)).toMatchObject({
    counts: [1, 1, 1, 1],
    schedule: { status: 'ACTIVE', dueAt: now },
    receiver: { status: 'ACTIVE' },
  })
  expect(await accountOf(other.accountId)).toMatchObject({ name: other.email, deletedAt: null })
  expect(await db.$count(users, eq(users.email, other.email))).toBe(1)
  while ((await deleteClosedAccount(db, 100)) > 0);
})

it('what a closed account has stored is deleted some rows at a time, the account itself last', async () => {
  const { db } = database
  const [closed, other] = [await seed(), await seed()]
  const run = { taskId: closed.taskId, accountId: closed.accountId, trigger: 'TEST', status: 'SUCCEEDED' } as const
  const runs = Array.from({ length: 4 }, () => ({ ...run, id: uuidv7(), scheduledFor: now, createdAt: now }))
  await db.insert(executions).values(runs)
  const request = {
    receiverId: closed.receiverId,
    createdAt: now,
    method: 'GET' as const,
    url: '/',
    remoteAddress: '127.0.0.1',
    responseCode: 200,
    requestHeaders: [],
    requestBody: Buffer.alloc(0),
    responseBody: '',
    contentType: 'text/plain',
  }
  await db.insert(receivedRequests).values(Array.from({ length: 4 }, () => ({ ...request, id: uuidv7() })))
  await close(closed.accountId)
  const leftOf = ({ accountId, taskId, receiverId }: typeof closed) =>
    Promise.all([
      db.$count(executions, eq(executions.taskId, taskId)),
      db.$count(tasks, eq(tasks.id, taskId)),
      db.$count(receivedRequests, eq(receivedRequests.receiverId, receiverId)),
      db.$count(receivers, eq(receivers.id, receiverId)),
      db.$count(rateWindows, inArray(rateWindows.key, [`usage:${accountId}:day`])),
      db.$count(accounts, eq(accounts.id, accountId)),
    ])
  const steps = []
  for (;;) {
    const deleted = await deleteClosedAccount(db, 3)
    steps.push([deleted, ...(await leftOf(closed))])
    if (deleted === 0) break
  }
  expect(steps).toEqual([
    [3, 1, 1, 4, 1, 1, 1],
    [2, 0, 0, 4, 1, 1, 1],
    [4, 0, 0, 1, 1, 1, 1],
    [2, 0, 0, 0, 0, 1, 1],
    [1, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
  ])
  expect(await leftOf(other)).toEqual([0, 1, 0, 1, 1, 1])
})

it('a member who has another account keeps it when one of theirs is closed, and its sessions', async () => {
  const { db } = database
  const [closed, own] = [await seed(), await insertTestAccount(db)]
  const member = { accountId: closed.accountId, userId: own.userId }
  await db.insert(memberships).values({ ...member, role: 'EDITOR', createdAt: now, selectedAt: now })
  const session = { createdAt: now, lastSeenAt: now, expiresAt: now }
  await db.insert(sessions).values([
    { idHash: 'in the closed one', ...member, ...session },
    { idHash: 'in their own', accountId: own.accountId, userId: own.userId, ...session },
  ])
  await close(closed.accountId)
  const left = await db.select({ name: sessions.idHash }).from(sessions).where(eq(sessions.userId, own.userId))
  expect(left).toEqual([{ name: 'in their own' }])
  expect(await db.$count(users, eq(users.id, own.userId))).toBe(1)
  while ((await deleteClosedAccount(db, 100)) > 0);
})

it('the account that was closed first is deleted first', async () => {
  const { db } = database
  const [first, second] = [await seed(), await seed()]
  await close(second.accountId)
  await db.transaction((tx) => closeAccount(tx, { accountId: first.accountId, nowMs: nowMs - 1 }))
  await deleteClosedAccount(db, 3)
  expect(await db.$count(tasks, eq(tasks.id, first.taskId))).toBe(0)
  expect(await db.$count(tasks, eq(tasks.id, second.taskId))).toBe(1)
})
