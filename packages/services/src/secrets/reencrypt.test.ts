import { randomBytes } from 'node:crypto'
import { insertTestTask } from '@knockwire/db/testing/insert-task'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reencrypt } from './reencrypt.ts'
import { createSecrets } from './secrets.ts'

let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.close())

const keys = { old: randomBytes(32), new: randomBytes(32) }
const old = createSecrets({ current: 'old', keys })
const current = createSecrets({ current: 'new', keys })

it('what the old key encrypted is encrypted under the new one, and can then be read without the old key', async () => {
  const { taskId, accountId } = await insertTestTask(database.db)
  const request = {
    uri: 'https://example.com',
    headers: [
      ['Authorization', old.encrypt('Bearer one')],
      ['Accept', '*/*'],
    ],
    basicAuth: { status: 'ENABLED', username: 'ada', password: old.encrypt('two') },
    // A user's own JSON of the same form is text in a body, and stays.
    body: '{"k":"old","iv":"x","data":"y"}',
  }
  await database.pool.query('update tasks set request = $2 where id = $1', [taskId, JSON.stringify(request)])
  const webhook = `insert into webhook_secrets (account_id, secret, created_at) values ($1, $2, now())`
  await database.pool.query(webhook, [accountId, JSON.stringify(old.encrypt('three'))])

  const results = await reencrypt(database.pool, { secrets: current, current: 'new' })
  expect(results.filter(({ changed }) => changed > 0).map(({ table }) => table)).toEqual(['tasks', 'webhook_secrets'])
  const later = createSecrets({ current: 'new', keys: { new: keys.new } })
  const { rows } = await database.pool.query('select request from tasks where id = $1', [taskId])
  const stored = rows[0].request
  expect(later.decrypt(stored.headers[0][1])).toBe('Bearer one')
  expect(later.decrypt(stored.basicAuth.password)).toBe('two')
  expect(stored.body).toBe(request.body)
  const secret = await database.pool.query('select secret from webhook_secrets where account_id = $1', [accountId])
  expect(later.decrypt(secret.rows[0].secret)).toBe('three')

  const again = await reencrypt(database.pool, { secrets: current, current: 'new' })
  expect(again.every(({ changed, unreadable }) => changed === 0 && unreadable === 0)).toBe(true)
})

it('a value whose key is missing is counted and left as it is', async () => {
  const { taskId } = await insertTestTask(database.db)
  const unreadable = createSecrets({ current: 'lost', keys: { lost: randomBytes(32) } }).encrypt('text')
  const request = JSON.stringify({ headers: [['Cookie', unreadable]] })
  await database.pool.query('update tasks set request = $2 where id = $1', [taskId, request])
  const [tasks] = await reencrypt(database.pool, { secrets: current, current: 'new' })
  expect(tasks).toMatchObject({ table: 'tasks', changed: 0, unreadable: 1 })
  const { rows } = await database.pool.query('select request from tasks where id = $1', [taskId])
  expect(rows[0].request.headers[0][1]).toEqual(unreadable)
})
