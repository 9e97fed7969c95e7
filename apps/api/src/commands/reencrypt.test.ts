import { randomBytes } from 'node:crypto'
import { deliveries } from '@knockwire/db/schema/notifications'
import { insertTestTask } from '@knockwire/db/testing/insert-task'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reencrypt } from './reencrypt.ts'
import { checkEncryptionKey } from '@knockwire/services/secrets/encryption-check'
import { createSecrets } from '@knockwire/services/secrets/secrets'

let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.close())

const keys = { old: randomBytes(32), new: randomBytes(32) }
const old = createSecrets({ current: 'old', keys })
const current = createSecrets({ current: 'new', keys })

const storeRequest = async (request: object): Promise<string> => {
  const { taskId } = await insertTestTask(database.db)
  await database.pool.query('update tasks set request = $2 where id = $1', [taskId, JSON.stringify(request)])
  return taskId
}
const storedRequest = async (taskId: string) =>
  (await database.pool.query('select request from tasks where id = $1', [taskId])).rows[0].request

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

  await database.pool.query(
    `insert into account_secrets (id, account_id, name, value, created_at, updated_at)
    values (gen_random_uuid(), $1, 'TOKEN', $2, now(), now())`,
    [accountId, JSON.stringify(old.encrypt('four'))],
  )

  const results = await reencrypt(database.pool, { secrets: current, current: 'new' })
  expect(results.filter(({ changed }) => changed > 0).map(({ table }) => table)).toEqual([
    'tasks',
    'webhook_secrets',
    'account_secrets',
  ])
  const later = createSecrets({ current: 'new', keys: { new: keys.new } })
  const { rows } = await database.pool.query('select request from tasks where id = $1', [taskId])
  const stored = rows[0].request
  expect(later.decrypt(stored.headers[0][1])).toBe('Bearer one')
  expect(later.decrypt(stored.basicAuth.password)).toBe('two')
  expect(stored.body).toBe(request.body)
  const secret = await database.pool.query('select secret from webhook_secrets where account_id = $1', [accountId])
  expect(later.decrypt(secret.rows[0].secret)).toBe('three')
  const named = await database.pool.query('select value from account_secrets where account_id = $1', [accountId])
  expect(later.decrypt(named.rows[0].value)).toBe('four')

  const again = await reencrypt(database.pool, { secrets: current, current: 'new' })
  expect(again.every(({ changed, unreadable }) => changed === 0 && unreadable === 0)).toBe(true)
})

it('the check of a start is moved to the new key as well, and then opens without the old one', async () => {
  await checkEncryptionKey(database.db, old)
  const results = await reencrypt(database.pool, { secrets: current, current: 'new' })
  expect(results.find(({ table }) => table === 'encryption_check')).toMatchObject({ changed: 1, unreadable: 0 })
  await checkEncryptionKey(database.db, createSecrets({ current: 'new', keys: { new: keys.new } }))
})

it('a value that is under the current key already stays as it is, beside one that is not', async () => {
  const kept = current.encrypt('kept')
  const taskId = await storeRequest({
    headers: [
      ['Cookie', kept],
      ['Authorization', old.encrypt('Bearer one')],
    ],
  })
  await reencrypt(database.pool, { secrets: current, current: 'new' })
  const [[, cookie], [, authorization]] = (await storedRequest(taskId)).headers
  expect(cookie).toEqual(kept)
  expect(authorization.k).toBe('new')
})

it('what only looks like an encrypted value is a user’s own, and stays', async () => {
  const { k, iv, data } = old.encrypt('text')
  const lookalikes = [
    { k, iv, data, more: 1 },
    { k, iv },
    { iv, data, x: 1 },
    { k, data, x: 1 },
    { k, iv, x: 1 },
    null,
    7,
  ]
  const taskId = await storeRequest({ lookalikes, inner: { deeper: [{ k, iv, data }] } })
  const [tasks] = await reencrypt(database.pool, { secrets: current, current: 'new' })
  expect(tasks).toEqual({ table: 'tasks', column: 'request', changed: 1, unreadable: 0, unsettled: 0 })
  const stored = await storedRequest(taskId)
  expect(stored.lookalikes).toEqual(lookalikes)
  expect(current.decrypt(stored.inner.deeper[0])).toBe('text')
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

/** The same pool, where somebody else does something before each change of a row is written. */
const withInterference = (interfere: () => Promise<unknown>): pg.Pool => {
  const query = async (...args: [string, unknown[]?]) => {
    if (args[0].startsWith('update')) await interfere()
    return database.pool.query(...args)
  }
  return Object.assign(Object.create(database.pool) as pg.Pool, { query })
}

it('a row that somebody else changes while it is encrypted again keeps the change and ends under the new key', async () => {
  const header = ['Authorization', old.encrypt('Bearer one')]
  const taskId = await storeRequest({ uri: 'https://example.com/before', headers: [header] })
  const moved = await storeRequest({ uri: 'https://example.com', headers: [header] })
  let changes = 0
  const pool = withInterference(async () => {
    if (changes++ > 0) return
    // A change of the address keeps the encrypted header as it is; any other column's change moves the row only.
    await database.pool.query(
      `update tasks set request = request || '{"uri":"https://example.com/after"}' where id = $1`,
      [taskId],
    )
    await database.pool.query(`update tasks set name = 'moved' where id = $1`, [moved])
  })
  const [tasks] = await reencrypt(pool, { secrets: current, current: 'new' })
  expect(tasks).toMatchObject({ table: 'tasks', changed: 2, unsettled: 0 })
  const stored = await storedRequest(taskId)
  expect(stored.uri).toBe('https://example.com/after')
  expect([stored.headers[0][1].k, (await storedRequest(moved)).headers[0][1].k]).toEqual(['new', 'new'])
})

it('rows that somebody goes on writing under the old key are counted, so that the old key is not taken away', async () => {
  const taskId = await storeRequest({ headers: [['Cookie', old.encrypt('a=b')]] })
  let looks = 0
  const pool = withInterference(() => {
    looks += 1
    const request = { headers: [['Cookie', old.encrypt('a=b')]] }
    return database.pool.query('update tasks set request = $2 where id = $1', [taskId, JSON.stringify(request)])
  })
  const [tasks] = await reencrypt(pool, { secrets: current, current: 'new' })
  expect(tasks).toMatchObject({ table: 'tasks', changed: 0, unsettled: 1 })
  expect(looks).toBe(5)
  await reencrypt(database.pool, { secrets: current, current: 'new' })
  expect((await storedRequest(taskId)).headers[0][1].k).toBe('new')
})

it('more rows than fit a page are all encrypted again, with no transaction open from one page to the next', async () => {
  const { taskId } = await insertTestTask(database.db)
  const request = JSON.stringify({ headers: [['Cookie', old.encrypt('a=b')]] })
  await database.pool.query(
    `insert into tested_requests (execution_id, task_id, request)
     select gen_random_uuid(), $1, $2::jsonb from generate_series(1, 1201)`,
    [taskId, request],
  )
  const open: number[] = []
  const pool = withInterference(async () => {
    const { rows } = await database.pool.query<{ open: number }>(
      `select count(*)::int as open from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend'
         and pid <> pg_backend_pid() and xact_start is not null`,
    )
    open.push(rows[0]?.open ?? -1)
  })
  const results = await reencrypt(pool, { secrets: current, current: 'new' })
  expect(results.find(({ table }) => table === 'tested_requests')).toMatchObject({ changed: 1201, unsettled: 0 })
  expect(open.length).toBeGreaterThan(1)
  expect(new Set(open)).toEqual(new Set([0]))
})

it('the setting of a test that is not sent yet is encrypted again, and the values of its message are not touched', async () => {
  const { accountId } = await insertTestTask(database.db)
  const request = { headers: [['Authorization', old.encrypt('Bearer one')]] }
  // A response that looks like an encrypted value is a user's text.
  const draft = { setting: { type: 'HTTP', request }, values: { value: { k: 'old', iv: 'x', data: 'y' } } }
  const id = uuidv7(Date.now())
  await database.db.insert(deliveries).values({
    id,
    accountId,
    notificationId: id,
    subjectId: id,
    occasion: 'TEST',
    type: 'HTTP',
    recipient: 'https://example.com',
    status: 'PENDING',
    draft: draft as never,
    createdAt: new Date(),
  })
  const results = await reencrypt(database.pool, { secrets: current, current: 'new' })
  expect(results.find(({ table }) => table === 'deliveries')).toMatchObject({ changed: 1, unreadable: 0, unsettled: 0 })
  const { rows } = await database.pool.query('select draft from deliveries where id = $1', [id])
  expect(current.decrypt(rows[0].draft.setting.request.headers[0][1])).toBe('Bearer one')
  expect(rows[0].draft.setting.request.headers[0][1].k).toBe('new')
  expect(rows[0].draft.values).toEqual(draft.values)
})
