import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { receiversChannel } from './channels.ts'
import { accounts } from './schema/accounts.ts'
import { notifications } from './schema/notifications.ts'
import { receiverCounters, receivers } from './schema/receivers.ts'
import { insertTestReceiver } from './testing/insert-receiver.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { uuidv7 } from './uuidv7.ts'

let database: TestDatabase
let listener: pg.Client
const heard: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  listener = new pg.Client({ connectionString: database.url })
  await listener.connect()
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await listener.query(`listen ${receiversChannel}`)
})
afterAll(async () => {
  await listener.end()
  await database.close()
})

let receiver: typeof receivers.$inferSelect
beforeEach(async () => {
  receiver = await insertTestReceiver(database.db)
  await listener.query('select 1')
  heard.length = 0
})

const versionOf = async () => {
  const ofReceiver = eq(receiverCounters.receiverId, receiver.id)
  const [counters] = await database.db.select().from(receiverCounters).where(ofReceiver)
  return counters?.version
}

/** What is notified comes with the answer to the next query at the latest. */
const expectChange = async (change: PromiseLike<unknown>) => {
  const before = await versionOf()
  heard.length = 0
  await change
  await listener.query('select 1')
  expect(heard).toContain(receiver.token)
  const after = await versionOf()
  expect(after).not.toBe(before)
  return after === undefined ? 'gone' : 'changed'
}

const notification = () => {
  const setting = { type: 'EMAIL', email: { address: 'a@example.com', subject: '', template: '' } } as const
  const now = new Date()
  const { id: receiverId, accountId } = receiver
  return { id: uuidv7(), accountId, receiverId, type: 'EMAIL', setting, createdAt: now, updatedAt: now } as const
}

it('a receiver is created with its counters', async () => {
  expect(await versionOf()).toBe(1)
})

it('every change of a receiver raises its version and is announced', async () => {
  const { db } = database
  const mine = eq(receivers.id, receiver.id)
  expect(await expectChange(db.update(receivers).set({ status: 'DISABLED' }).where(mine))).toBe('changed')
  expect(await versionOf()).toBe(2)
  expect(await expectChange(db.delete(receivers).where(mine))).toBe('gone')
})

it('every change of a receiver’s notifications raises its version', async () => {
  const { db } = database
  const one = notification()
  const mine = eq(notifications.id, one.id)
  await expectChange(db.insert(notifications).values(one))
  await expectChange(db.update(notifications).set({ updatedAt: new Date() }).where(mine))
  await expectChange(db.delete(notifications).where(mine))
  expect(await versionOf()).toBe(4)
})

it('another plan of the owner raises the version, and no other change of the owner does', async () => {
  const { db } = database
  const owner = eq(accounts.id, receiver.accountId)
  await expectChange(db.update(accounts).set({ plan: 'SUPER' }).where(owner))
  expect(await versionOf()).toBe(2)
  heard.length = 0
  await db.update(accounts).set({ plan: 'SUPER', name: 'Other' }).where(owner)
  await listener.query('select 1')
  expect([await versionOf(), heard]).toEqual([2, []])
})

it('a receiver with notifications can be deleted, also with its account', async () => {
  const { db } = database
  await db.insert(notifications).values(notification())
  await db.delete(accounts).where(eq(accounts.id, receiver.accountId))
  expect(await versionOf()).toBeUndefined()
})
