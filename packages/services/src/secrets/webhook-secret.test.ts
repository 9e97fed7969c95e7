import { insertTestTask } from '@knockwire/db/testing/insert-task'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSecrets, parseKeyring } from './secrets.ts'
import { webhookSecretOf } from './webhook-secret.ts'

let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.close())

const secrets = createSecrets(parseKeyring(Buffer.alloc(32, 1).toString('base64')))

it('the webhook secret of an account is made once, however many ask for it at once, and is stored encrypted', async () => {
  const [{ accountId }, { accountId: other }] = [await insertTestTask(database.db), await insertTestTask(database.db)]
  const made = await Promise.all(Array.from({ length: 8 }, () => webhookSecretOf(database.db, secrets, accountId)))
  expect(new Set(made).size).toBe(1)
  const [secret = ''] = made
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(await webhookSecretOf(database.db, secrets, accountId)).toBe(secret)
  expect(await webhookSecretOf(database.db, secrets, other)).not.toBe(secret)
  const { rows } = await database.pool.query('select secret from webhook_secrets where account_id = $1', [accountId])
  expect(Object.keys(rows[0].secret).toSorted()).toEqual(['data', 'iv', 'k'])
  expect(secrets.decrypt(rows[0].secret)).toBe(secret)
})

it('an account that does not exist has no webhook secret', async () => {
  await expect(webhookSecretOf(database.db, secrets, '01890000-0000-7000-8000-000000000001')).rejects.toThrow()
})
