import { encryptionCheck } from '@knockwire/db/schema/encryption-check'
import { insertTestAccount } from '@knockwire/db/testing/insert-account'
import { createTestDatabase } from '@knockwire/db/testing/test-database'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { checkEncryptionKey, replaceEncryptionCheck } from './encryption-check.ts'
import { createSecrets } from './secrets.ts'

const database = await createTestDatabase()
afterAll(() => database.close())
beforeEach(() => database.db.delete(encryptionCheck))

const keys = { old: Buffer.alloc(32, 1), new: Buffer.alloc(32, 2) }
const secretsOf = (current: string, ring: Record<string, Buffer>) => createSecrets({ current, keys: ring })
const check = (secrets: ReturnType<typeof createSecrets>) => checkEncryptionKey(database.db, secrets)

it('the first start stores a check, which its key opens, and another key of the same id or of another does not', async () => {
  await check(secretsOf('1', { 1: keys.old }))
  await check(secretsOf('1', { 1: keys.old }))
  for (const wrong of [secretsOf('1', { 1: keys.new }), secretsOf('2', { 2: keys.new })])
    await expect(check(wrong)).rejects.toThrow(/^ENCRYPTION_KEY is not the key of this database, .* the id "1": /)
})

it('of processes that start at once with different keys, one wins and the others end', async () => {
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4].map((byte) => check(secretsOf('1', { 1: Buffer.alloc(32, byte) }))),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('a key that was put in front is right while the other is still in the list', async () => {
  await check(secretsOf('1', { 1: keys.old }))
  await expect(check(secretsOf('2', { 2: keys.new, 1: keys.old }))).resolves.toBeUndefined()
})

it('a database with secrets and no check yet is not given one by a wrong key', async () => {
  const right = secretsOf('1', { 1: keys.old })
  const { accountId } = await insertTestAccount(database.db)
  await database.pool.query('insert into webhook_secrets (account_id, secret, created_at) values ($1, $2, now())', [
    accountId,
    right.encrypt('a signing secret'),
  ])
  await expect(check(secretsOf('1', { 1: keys.new }))).rejects.toThrow('ENCRYPTION_KEY')
  await check(right)
})

it('once the loss of the key is accepted, the present key is right', async () => {
  await check(secretsOf('1', { 1: keys.old }))
  await replaceEncryptionCheck(database.db, secretsOf('2', { 2: keys.new }))
  await expect(check(secretsOf('2', { 2: keys.new }))).resolves.toBeUndefined()
})
