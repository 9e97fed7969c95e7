import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accounts, emailCodes, verifiedEmails } from '@knockwire/db/schema/accounts'
import { accountOwners, sessions } from '@knockwire/db/schema/users'
import { insertTestAccount } from '@knockwire/db/testing/insert-account'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { insertTestTask } from '@knockwire/db/testing/insert-task'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { deleteUnconfirmedAccounts, freeAddress, holdings, userHoldings } from './unconfirmed-accounts.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.close())

const dayMs = 86_400_000
const age = async (id: string, days: number) => {
  await test.db
    .update(accounts)
    .set({ createdAt: new Date(Date.now() - days * dayMs) })
    .where(eq(accounts.id, id))
  return id
}
/** An account as sign-up leaves it: with a session and an open code. */
const open = async (days: number, more: Parameters<typeof insertTestAccount>[1] = {}) => {
  const { accountId: id, userId } = await insertTestAccount(test.db, more)
  const now = new Date()
  const session = { accountId: id, userId, createdAt: now, lastSeenAt: now, expiresAt: now }
  await test.db.insert(sessions).values({ idHash: id, ...session })
  await test.db.insert(emailCodes).values({ accountId: id, address: 'x', codeHash: 'x', expiresAt: now })
  return age(id, days)
}
const insertToken = (client: Pick<pg.ClientBase, 'query'>, accountId: string) =>
  client.query(
    `insert into api_tokens (id, account_id, user_id, name, token_hash, prefix, scope, created_at)
    select gen_random_uuid(), account_id, user_id, '', gen_random_uuid(), '', 'READ', now()
    from memberships where account_id = $1`,
    [accountId],
  )
const exists = async (id: string) =>
  (await test.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id))).length === 1
const deleteOld = () => test.db.transaction((tx) => deleteUnconfirmedAccounts(tx, 'FREE'))

it('maintenance deletes an account of which no address was confirmed within seven days, with its sessions and codes', async () => {
  const [old, recent] = [await open(7.01), await open(6.99)]
  expect(await deleteOld()).toBe(1)
  expect([await exists(old), await exists(recent)]).toEqual([false, true])
})

it('maintenance deletes an unconfirmed account of the plan that all new accounts have', async () => {
  const [old, given] = [await open(8, { plan: 'HOBBY' }), await open(8, { plan: 'BUSINESS' })]
  expect(await test.db.transaction((tx) => deleteUnconfirmedAccounts(tx, 'HOBBY'))).toBe(1)
  expect([await exists(old), await exists(given)]).toEqual([false, true])
})

it('maintenance keeps an unconfirmed account that holds anything, or that the operator gave a plan', async () => {
  const { accountId: withTask } = await insertTestTask(test.db)
  const { accountId: withReceiver } = await insertTestReceiver(test.db)
  const withToken = await open(0)
  await insertToken(test.pool, withToken)
  const paying = await open(0, { plan: 'HOBBY' })
  const kept = [withTask, withReceiver, withToken, paying]
  for (const id of kept) await age(id, 30)
  expect(await deleteOld()).toBe(0)
  expect(await Promise.all(kept.map(exists))).toEqual(kept.map(() => true))
})

it('maintenance keeps an account that confirmed an address, however old and empty it is', async () => {
  const id = await open(400)
  await test.db.insert(verifiedEmails).values({ accountId: id, address: 'a@example.com', verifiedAt: new Date() })
  expect(await deleteOld()).toBe(0)
  expect(await exists(id)).toBe(true)
})

it('maintenance sees what the owner makes while the account is about to be deleted', async () => {
  const id = await open(8)
  const client = await test.pool.connect()
  try {
    await client.query('begin')
    await insertToken(client, id)
    const deleting = deleteOld()
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await test.pool.query(waiting)).rowCount).toBe(1)
    await client.query('commit')
    expect(await deleting).toBe(0)
  } finally {
    client.release()
  }
  expect(await exists(id)).toBe(true)
})

it('maintenance frees an address for the account that confirms it, and touches no account that holds something or is the owner’s', async () => {
  const [squatter, owner] = [await open(0, { email: 'mine@example.com' }), await open(0)]
  const { accountId: busy } = await insertTestTask(test.db)
  const addressOf = async (id: string) =>
    (await test.db.select().from(accountOwners).where(eq(accountOwners.accountId, id)))[0]?.email ?? ''
  const free = (address: string) =>
    test.db.transaction((tx) => freeAddress(tx, { address, ownerId: owner, defaultPlan: 'FREE' }))
  expect(await free('mine@example.com')).toBe(1)
  expect(await free(await addressOf(busy))).toBe(0)
  expect(await free(await addressOf(owner))).toBe(0)
  expect([await exists(squatter), await exists(busy), await exists(owner)]).toEqual([false, true, true])
})

const tablesThatReferTo = async (table: string) => {
  const { rows } = await test.pool.query<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = $1::regclass order by 1`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** Of these, a row says nothing of whether the account is in use. */
const incidental = ['email_codes', 'idempotency_keys', 'invitations', 'memberships', 'webhook_secrets']

it('maintenance knows for every table of accounts whether its rows keep an account', async () => {
  const known = [...holdings, ...incidental]
  expect((await tablesThatReferTo('accounts')).filter((name) => !known.includes(name))).toEqual([])
})

it('maintenance knows for every table of users whether its rows keep a user', async () => {
  const known = [...userHoldings, 'invitations', 'memberships', 'password_reset_codes']
  expect((await tablesThatReferTo('users')).filter((name) => !known.includes(name))).toEqual([])
})
